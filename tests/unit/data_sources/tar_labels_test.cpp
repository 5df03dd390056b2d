#include "data/tar/tar_labels.h"

#include "helpers.h"

namespace trainer::test {
namespace {

using testing::HasSubstr;

std::string shown(const TarLabel& label) {
  return (label.number ? "#" : "") + label.text;
}

TEST(TarLabels, ReadIndicesAndNames) {
  EXPECT_EQ(shown(read_tar_label("cls", "7\n")), "#7");
  EXPECT_EQ(shown(read_tar_label("cls", " 007 ")), "#7");
  EXPECT_EQ(shown(read_tar_label("cls", "cat")), "cat");
  EXPECT_EQ(shown(read_tar_label("txt", "12\n")), "12");
  EXPECT_EQ(shown(read_tar_label("json", "{\"label\": 3}")), "#3");
  EXPECT_EQ(shown(read_tar_label("json", "{\"width\": 9, \"class\": \"hot dog\"}")), "hot dog");
  EXPECT_EQ(shown(read_tar_label("json", "\"cat\"")), "cat");
  EXPECT_EQ(shown(read_tar_label("json", "4")), "#4");
}

TEST(TarLabels, RefuseWhatIsNeither) {
  const auto refusal = [](const char* extension, const std::string& content) {
    return data_error([&] { read_tar_label(extension, content); });
  };
  EXPECT_THAT(refusal("cls", ""), HasSubstr("found nothing"));
  EXPECT_THAT(refusal("cls", "9999999999"), HasSubstr("from 0 to 999999"));
  EXPECT_THAT(refusal("json", "{\"label\": -1}"), HasSubstr("from 0"));
  EXPECT_THAT(refusal("json", "{\"label\": [1]}"), HasSubstr("\"label\""));
  EXPECT_THAT(refusal("json", "{\"label\": 1.5}"), HasSubstr("whole number"));
  EXPECT_THAT(refusal("json", "{"), HasSubstr("mistake"));
  EXPECT_THAT(refusal("json", std::string(60'000, '[')), HasSubstr("mistake"));
}

TEST(TarLabels, TakeTheFolderThatHoldsTheImage) {
  EXPECT_EQ(tar_folder_label("./train/cat/1.jpg")->text, "cat");
  EXPECT_EQ(tar_folder_label("cat//1.jpg")->text, "cat");
  EXPECT_FALSE(tar_folder_label("1.jpg"));
  EXPECT_FALSE(tar_folder_label("./1.jpg"));
  EXPECT_FALSE(tar_folder_label("/1.jpg"));
}

}  // namespace
}  // namespace trainer::test
