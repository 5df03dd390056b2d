#include "data/sources/csv.h"

#include "data/sources/csv_reader.h"
#include "helpers.h"

namespace trainer::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using Records = std::vector<std::vector<std::string>>;

Records records(const std::string& text) {
  CsvReader reader(text, "f.csv");
  Records all;
  std::vector<std::string> fields;
  while (reader.next(fields)) all.push_back(fields);
  return all;
}

TEST(CsvReader, ReadsQuotesLineEndsAndByteOrderMark) {
  EXPECT_EQ(records("\xef\xbb\xbf"
                    "a,b\r\n\"x, \"\"y\"\"\",\r\n\n\"two\nlines\",\"\"\nlast,é"),
            (Records{{"a", "b"}, {"x, \"y\"", ""}, {"two\nlines", ""}, {"last", "é"}}));
}

TEST(CsvReader, CountsLinesThroughQuotedBreaks) {
  CsvReader reader("\"a\nb\"\nc\n", "f.csv");
  std::vector<std::string> fields;
  ASSERT_TRUE(reader.next(fields));
  EXPECT_EQ(reader.line(), 1);
  ASSERT_TRUE(reader.next(fields));
  EXPECT_EQ(reader.line(), 3);
}

TEST(CsvReader, RejectsBrokenQuotesWithTheirLine) {
  EXPECT_THAT(data_error([] { records("a\n\"b"); }),
              AllOf(HasSubstr("f.csv:2:"), HasSubstr("never closed")));
  EXPECT_THAT(data_error([] { records("a\n\"b\"c\n"); }), HasSubstr("f.csv:2:"));
  EXPECT_THAT(data_error([] { records("a\"b\n"); }), HasSubstr("a quote inside a field"));
}

class Csv : public testing::Test {
 protected:
  Csv() {
    for (const char* name : {"img/1.jpg", "img/2.jpg", "img/3.jpg", "a, b.jpg"}) put(root_ / name);
  }
  std::shared_ptr<Dataset> open(const std::string& text,
                                const std::string& split = "train",
                                std::vector<std::string> classes = {}) {
    put(root_ / "list.csv", text);
    return open_csv(request(root_ / "list.csv", split, std::move(classes)));
  }
  std::string error(const std::string& text, const std::string& split = "train") {
    return data_error([&] { open(text, split); });
  }

  TempFolder root_;
};

TEST_F(Csv, PathsAreRelativeToTheFileAndClassesSorted) {
  const auto data =
      open("path,label\nimg/1.jpg,dog\n\"a, b.jpg\",cat\n" + root_ / "img/2.jpg" + ",dog\n");
  EXPECT_THAT(data->class_names(), ElementsAre("cat", "dog"));
  EXPECT_THAT(listing(*data, root_.path()),
              ElementsAre("1 img/1.jpg", "0 a, b.jpg", "1 img/2.jpg"));
}

TEST_F(Csv, ColumnsMayStandInAnyOrder) {
  const auto data = open("split,label,path\ntrain,no,img/1.jpg\n");
  EXPECT_THAT(data->class_names(), ElementsAre("no"));
}

TEST_F(Csv, TheSplitColumnPicksRows) {
  const std::string text =
      "path,label,split\nimg/1.jpg,a,train\nimg/2.jpg,b,train\nimg/3.jpg,b,validation\n";
  EXPECT_EQ(open(text)->size(), 2);
  const auto val = open(text, "val", {"a", "b"});
  EXPECT_THAT(listing(*val, root_.path()), ElementsAre("1 img/3.jpg"));
  EXPECT_TRUE(csv_has_split(root_ / "list.csv", "val"));
  EXPECT_FALSE(csv_has_split(root_ / "list.csv", "test"));
  EXPECT_THAT(error(text, "test"), AllOf(HasSubstr("3 rows"), HasSubstr("the split test")));
}

TEST_F(Csv, MalformedRowsAreNamedWithTheirLine) {
  EXPECT_THAT(error(""), HasSubstr("expected the header path,label[,split]; the file is empty"));
  EXPECT_THAT(error("path;label\na.png;cat\n"), HasSubstr("separated by commas"));
  EXPECT_THAT(error("file,class\n"), HasSubstr("found \"file,class\""));
  EXPECT_THAT(error("path,label,path\n"), HasSubstr("the column path twice"));
  EXPECT_THAT(error("path,label\n"), HasSubstr("no rows below the header"));
  EXPECT_THAT(
      error("path,label\nimg/1.jpg,a\nimg/2.jpg\n"),
      AllOf(HasSubstr("list.csv:3:"), HasSubstr("expected 2 fields"), HasSubstr("found 1")));
  EXPECT_THAT(error("path,label\n,a\n"), HasSubstr("the path is empty"));
  EXPECT_THAT(error("path,label\nimg/1.jpg,\n"), HasSubstr("the label is empty"));
  EXPECT_THAT(error("path,label,split\nimg/1.jpg,a,training\n"),
              HasSubstr("expected train, val or test, found \"training\""));
}

TEST_F(Csv, AMissingFileIsNoFileThatWasRemovedSince) {
  const std::string message = data_error([&] { open_csv(request(root_ / "none.csv", "train")); });
  EXPECT_THAT(message,
              AllOf(HasSubstr("none.csv: there is no such file"), HasSubstr("path,label")));
}

TEST_F(Csv, MissingImagesAreListedBeforeTraining) {
  EXPECT_THAT(error("path,label\nimg/1.jpg,a\nimg/7.jpg,a\nimg/8.jpg,a\n"),
              AllOf(HasSubstr("2 images of 3"),
                    HasSubstr("line 3: "),
                    HasSubstr("img/7.jpg"),
                    HasSubstr("No such file")));
}

TEST_F(Csv, WarnsAboutRepeatsAndUnusedColumns) {
  const LogCapture log;
  open("path,label,splits\nimg/1.jpg,a,x\nimg/1.jpg,b,x\n");
  const std::string text = log.text();
  EXPECT_THAT(text, HasSubstr("\"splits\""));
  EXPECT_THAT(text,
              HasSubstr("1 path listed more than once, 1 of them with another label (first: "
                        "lines 2 and 3)"));
}

TEST_F(Csv, AFileInTheCurrentFolderNeedsNoSlash) {
  const std::string before = std::filesystem::current_path();
  put(root_ / "here.csv", "path,label\nimg/1.jpg,a\n");
  std::filesystem::current_path(root_.path());
  const auto data = open_csv(request("here.csv"));
  SourceImage image;
  data->read(0, image);
  std::filesystem::current_path(before);
  EXPECT_EQ(data->name(0), "img/1.jpg");
}

}  // namespace
}  // namespace trainer::test
