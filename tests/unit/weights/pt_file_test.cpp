#include "weights/pt_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>

#include "unit/base/temp_folder.h"
#include "unit/weights/samples.h"
#include "weights/zip_reader.h"

namespace trainer {
namespace {

using test::parse_text;
using test::tensor_of;
using testing::HasSubstr;

TEST(PtFile, GivesBackWhatWasWritten) {
  const Value state = state_dict_value(test::small_state());
  EXPECT_EQ(parse_text(write_pt(state)).root, state);
  EXPECT_EQ(parse_text(write_pt(test::optimizer_state())).root, test::optimizer_state());
  for (const Value& value : {Value(), Value(true), Value(-1), Value("a"), Value(List{})}) {
    EXPECT_EQ(parse_text(write_pt(value)).root, value);
  }
}

TEST(PtFile, TheSameValueGivesTheSameBytes) {
  EXPECT_EQ(test::small_file(), test::small_file());
  EXPECT_NE(test::small_file(), write_pt(state_dict_value(test::small_state()), {.name = "model"}));
}

TEST(PtFile, HoldsEveryTypeOfTensor) {
  List tensors;
  for (const DType type : {DType::float32,
                           DType::float64,
                           DType::float16,
                           DType::bfloat16,
                           DType::int64,
                           DType::int32,
                           DType::int16,
                           DType::int8,
                           DType::uint8,
                           DType::boolean}) {
    const std::vector<std::byte> bytes(item_size(type) * 6, std::byte{1});
    tensors.emplace_back(make_host_tensor(type, {2, 3}, bytes));
    tensors.emplace_back(make_host_tensor(type, {2, 0}, {}));
    tensors.emplace_back(make_host_tensor(type, {}, std::span(bytes).first(item_size(type))));
  }
  const Value value(tensors);
  EXPECT_EQ(parse_text(write_pt(value)).root, value);
}

TEST(PtFile, HoldsMoreItemsThanOneBatchOfThePickle) {
  Dict dict;
  List list;
  for (int i = 0; i < 2500; ++i) {
    dict.emplace_back("key" + std::to_string(i), i);
    list.emplace_back(i);
  }
  const Value value(Dict{{"dict", dict}, {"list", list}});
  EXPECT_EQ(parse_text(write_pt(value)).root, value);
}

TEST(PtFile, StoresSharedMemoryOnce) {
  const HostTensor tied = tensor_of<float>(DType::float32, {1000}, std::vector<float>(1000, 1));
  const std::string bytes = write_pt(state_dict_value({{"a", tied}, {"b", tied}}));
  EXPECT_LT(bytes.size(), 6000U);
  const auto tensors = state_dict_tensors(parse_text(bytes).root, "x.pt");
  EXPECT_EQ(tensors[0].second.data, tensors[1].second.data);
}

TEST(PtFile, CarriesExtraRecords) {
  const std::string bytes = write_pt(1, {.name = "model", .extra = {{"trainer.json", "{}"}}});
  EXPECT_THAT(parse_text(bytes).extra, testing::ElementsAre(testing::Pair("trainer.json", "{}")));
  EXPECT_THROW(write_pt(1, {.extra = {{"a/b", ""}}}), CheckpointError);
  EXPECT_THROW(write_pt(1, {.name = ""}), CheckpointError);
}

TEST(PtFile, AlignsEveryRecordTo64Bytes) {
  const std::string bytes = test::small_file();
  const FileBytes file = copy_bytes(bytes);
  const ZipReader zip(file.span(), "x.pt");
  std::vector<std::string> names;
  for (const ZipEntry& entry : zip.entries()) {
    EXPECT_EQ((entry.data.data() - file.data.get()) % 64, 0) << entry.name;
    names.push_back(entry.name);
  }
  EXPECT_THAT(names,
              testing::ElementsAre("archive/data.pkl",
                                   "archive/.format_version",
                                   "archive/.storage_alignment",
                                   "archive/byteorder",
                                   "archive/data/0",
                                   "archive/data/1",
                                   "archive/data/2",
                                   "archive/data/3",
                                   "archive/data/4",
                                   "archive/data/5",
                                   "archive/data/6",
                                   "archive/data/7",
                                   "archive/version",
                                   "archive/.data/serialization_id"));
}

TEST(PtFile, IsReadFromDisk) {
  const test::TempFolder folder;
  write_file_atomic(folder / "model.pt", test::small_file());
  const PtFile file = read_pt(folder / "model.pt");
  EXPECT_EQ(file.file, folder / "model.pt");
  EXPECT_EQ(state_dict_tensors(file.root, file.file).size(), 8U);
  EXPECT_THROW(read_pt(folder / "none.pt"), FileError);
}

TEST(StateDict, HasMetadataOfEveryModule) {
  const Value state = state_dict_value(test::small_state());
  const auto& ordered = std::get<std::shared_ptr<OrderedDict>>(state.data);
  const Value& metadata = ordered->attributes.at(0).second;
  EXPECT_EQ(ordered->attributes.at(0).first, Value("_metadata"));
  EXPECT_EQ(metadata,
            Value(OrderedDict{{{"", Dict{{"version", 1}}},
                               {"conv", Dict{{"version", 1}}},
                               {"bn", Dict{{"version", 2}}},
                               {"fc", Dict{{"version", 1}}}},
                              {}}));
}

TEST(StateDict, RefusesWhatIsNone) {
  const auto message = [](const Value& value) {
    try {
      state_dict_tensors(value, "x.pt");
    } catch (const CheckpointError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  const HostTensor tensor = tensor_of<float>(DType::float32, {1}, {1});
  EXPECT_THAT(message(1),
              HasSubstr("x.pt: expected a state_dict (names and tensors), found a int"));
  EXPECT_THAT(message(Dict{{"epoch", 3}}), HasSubstr("found a int under \"epoch\""));
  EXPECT_THAT(message(Dict{{1, tensor}}), HasSubstr("found a key of type int"));
  EXPECT_THAT(message(Dict{{"a", tensor}, {"a", tensor}}), HasSubstr("\"a\" is there twice"));
}

}  // namespace
}  // namespace trainer
