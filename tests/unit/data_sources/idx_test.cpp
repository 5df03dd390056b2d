#include "data/sources/idx.h"

#include <zlib.h>

#include "helpers.h"

namespace trainer::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

std::string header(std::initializer_list<std::uint32_t> sizes) {
  std::string text{'\0', '\0', '\x08', static_cast<char>(sizes.size())};
  for (const std::uint32_t size : sizes) {
    for (int shift = 24; shift >= 0; shift -= 8) text += static_cast<char>(size >> shift);
  }
  return text;
}

std::string gzip(const std::string& content) {
  const TempFolder folder;
  const std::string path = folder / "x.gz";
  gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
  gzclose(file);
  return slurp(path);
}

const std::string kImages = header({3, 2, 2}) + "abcdefghijkl";
const std::string kLabels = header({3}) + std::string("\x01\x00\x02", 3);

class Idx : public testing::Test {
 protected:
  void write(const std::string& images, const std::string& labels, const std::string& end = "") {
    put(root_ / ("train-images-idx3-ubyte" + end), images);
    put(root_ / ("train-labels-idx1-ubyte" + end), labels);
  }
  std::string error() {
    return data_error([&] { open_idx(request(root_.path())); });
  }
  TempFolder root_;
};

TEST_F(Idx, ReadsPlainAndPackedFiles) {
  for (const bool packed : {false, true}) {
    std::filesystem::remove(root_ / "train-images-idx3-ubyte");
    std::filesystem::remove(root_ / "train-labels-idx1-ubyte");
    packed ? write(gzip(kImages), gzip(kLabels), ".gz") : write(kImages, kLabels);
    const auto data = open_idx(request(root_.path()));
    ASSERT_EQ(data->size(), 3);
    EXPECT_THAT(data->class_names(), ElementsAre("0", "1", "2"));
    EXPECT_EQ(data->raw_size(), (RawSize{2, 2, 1}));
    EXPECT_EQ(data->label(0), 1);
    SourceImage image;
    data->read(1, image);
    EXPECT_FALSE(image.encoded);
    EXPECT_EQ(image.channels, 1);
    EXPECT_EQ(std::string(image.bytes.begin(), image.bytes.end()), "efgh");
    EXPECT_THAT(data->name(1), AllOf(HasSubstr("train-images"), HasSubstr("#1")));
  }
}

TEST_F(Idx, TheTestSplitIsTheT10kFiles) {
  put(root_ / "t10k-images.idx3-ubyte", header({1, 1, 1}) + "z");
  put(root_ / "t10k-labels.idx1-ubyte", header({1}) + std::string("\x00", 1));
  const auto data = open_idx(request(root_.path(), "test", {"0", "1", "2"}));
  EXPECT_EQ(data->size(), 1);
  EXPECT_EQ(data->class_names().size(), 3U);
}

TEST_F(Idx, FixedClassesNameTheNumbers) {
  write(kImages, kLabels);
  const auto named = open_idx(request(root_.path(), "train", {"shirt", "bag", "boot"}));
  EXPECT_EQ(named->label(0), 1);
  EXPECT_EQ(named->class_names()[1], "bag");
  const auto turned = open_idx(request(root_.path(), "train", {"2", "1", "0"}));
  EXPECT_EQ(turned->label(1), 2);
  EXPECT_THAT(data_error([&] {
                open_idx(request(root_.path(), "test", {"a", "b"}));
              }),
              HasSubstr("expected the file t10k-images-idx3-ubyte"));
  EXPECT_THAT(data_error([&] {
                open_idx(request(root_.path(), "train", {"a", "b"}));
              }),
              HasSubstr("the labels go up to 2"));
}

TEST_F(Idx, ClassesWithoutImagesAreErrorsInTraining) {
  write(kImages, header({3}) + std::string("\x00\x00\x02", 3));
  EXPECT_THAT(error(), HasSubstr("\"1\""));
}

TEST_F(Idx, NamesTheMissingFile) {
  EXPECT_THAT(error(), AllOf(HasSubstr(root_.path()), HasSubstr("train-images-idx3-ubyte.gz")));
}

TEST_F(Idx, RejectsWrongHeadersAndSizes) {
  write(kLabels, kLabels);
  EXPECT_THAT(error(), HasSubstr("3 dimensions, found the first bytes 0 0 8 1"));
  write("abc", kLabels);
  EXPECT_THAT(error(), HasSubstr("ends in its header"));
  write(kImages.substr(0, kImages.size() - 1), kLabels);
  EXPECT_THAT(error(), AllOf(HasSubstr("12 bytes of data, but it has 11")));
  write(kImages + "x", kLabels);
  EXPECT_THAT(error(), HasSubstr("has more"));
  write(kImages, header({2}) + "\x01\x01");
  EXPECT_THAT(error(), HasSubstr("2 labels, but"));
  write(header({3, 0, 2}), kLabels);
  EXPECT_THAT(error(), HasSubstr("side 0"));
  write(header({0, 2, 2}), header({0}));
  EXPECT_THAT(error(), HasSubstr("no images"));
}

TEST_F(Idx, ALyingHeaderCostsNoMemory) {
  write(header({0xffffffffU, 60000, 60000}) + "ab", kLabels);
  EXPECT_THAT(error(), HasSubstr("but it has 2"));
}

TEST_F(Idx, RejectsDamagedPackedFiles) {
  std::string packed = gzip(kImages);
  write(packed.substr(0, packed.size() - 6), kLabels);
  EXPECT_THAT(error(), HasSubstr("cannot be unpacked"));
  packed[packed.size() - 7] ^= 1;
  write(packed, kLabels);
  EXPECT_THAT(error(), HasSubstr("cannot be unpacked"));
}

}  // namespace
}  // namespace trainer::test
