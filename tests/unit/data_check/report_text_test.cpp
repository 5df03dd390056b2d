#include <nlohmann/json.hpp>

#include "cli/run/data_report_json.h"
#include "cli/run/data_report_text.h"
#include "unit/data_check/helpers.h"

namespace trainer::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

DataFinding finding(DataFindingKind kind, const std::string& path) {
  DataFinding result;
  result.kind = kind;
  result.path = path;
  result.split = "train";
  result.class_name = "cat, \"big\"";
  result.reason = "bad";
  return result;
}

DataReport report_of(std::vector<DataFinding> findings, int classes = 2) {
  DataReport report;
  report.splits = {{"train", 30}, {"val", 3}};
  for (int i = 0; i < classes; ++i) {
    report.classes.push_back({"class " + std::to_string(i), {i, 1}});
  }
  report.findings = std::move(findings);
  report.formats = {{"JPEG", 33}};
  report.modes = {{"colour", 32}, {"EXIF-rotated", 1}};
  report.short_sides = {{"below 32", 0}, {"32 to 63", 30}, {"64 to 127", 3}, {"2048 and more", 0}};
  return report;
}

TEST(ReportText, HasASectionForAKindWithItsFirstPaths) {
  std::vector<DataFinding> findings;
  for (int i = 0; i < 12; ++i) {
    findings.push_back(finding(DataFindingKind::truncated, std::to_string(i) + ".jpg"));
  }
  const std::string text = data_report_text(report_of(findings), false);
  EXPECT_THAT(text, StartsWith("problem: truncated images: 12 (truncated; "));
  EXPECT_THAT(text, HasSubstr("\n  9.jpg: bad\n  … and 2 more; --all shows them\n\n"));
  EXPECT_THAT(text, Not(HasSubstr("10.jpg")));
  const std::string whole = data_report_text(report_of(findings), true);
  EXPECT_THAT(whole, AllOf(HasSubstr("  11.jpg: bad\n\n"), Not(HasSubstr("--all"))));
}

TEST(ReportText, EndsWithTheCounts) {
  const std::string text = data_report_text(
      report_of({finding(DataFindingKind::corrupt, "a"), finding(DataFindingKind::tiny, "b")}),
      false);
  EXPECT_THAT(
      text,
      testing::EndsWith("checked 33 images of 2 classes in 2 splits: 1 problem, 1 warning\n"));
  EXPECT_THAT(text, HasSubstr("\nwarning: tiny images: 1 ("));
}

TEST(ReportText, ShowsHistogramsFromTheFirstToTheLastFilledRow) {
  const std::string text = data_report_text(report_of({}), false);
  EXPECT_THAT(text, HasSubstr("class      train      val\n"));
  EXPECT_THAT(text, HasSubstr("class 1        1        1  ███"));
  EXPECT_THAT(text, HasSubstr("all           30        3\n"));
  EXPECT_THAT(text, HasSubstr("short side in pixels\n  32 to 63        30  ███"));
  EXPECT_THAT(text, Not(HasSubstr("below 32")));
  EXPECT_THAT(text, HasSubstr("formats: JPEG 33\ncolours: colour 32, EXIF-rotated 1\n"));
  EXPECT_THAT(text, HasSubstr("data.exif"));
}

TEST(ReportText, ShowsTheLargestAndTheSmallestOfManyClasses) {
  const std::string text = data_report_text(report_of({}, 200), false);
  EXPECT_THAT(text,
              AllOf(HasSubstr("\nclass 199 "), HasSubstr("\nclass 0 "), HasSubstr("… 150 more")));
  EXPECT_THAT(text, Not(HasSubstr("\nclass 100 ")));
  EXPECT_THAT(data_report_text(report_of({}, 200), true), HasSubstr("\nclass 100 "));
}

TEST(ReportText, NeverPrintsControlCharacters) {
  const std::string text =
      data_report_text(report_of({finding(DataFindingKind::corrupt, "a\nb\x1b[31m.jpg")}), true);
  EXPECT_THAT(text, HasSubstr("  a\\nb\\x1b[31m.jpg: bad\n"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(ReportJson, HasEverything) {
  DataFinding copy = finding(DataFindingKind::leak, "a\nb.jpg");
  copy.other = "c.jpg";
  copy.same_bytes = true;
  DataFinding whole;
  whole.kind = DataFindingKind::unusable_split;
  whole.split = "val";
  whole.reason = "no";
  const std::string text = data_report_json(report_of({whole, copy}));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
  const json record = json::parse(text);
  EXPECT_EQ(record["images"], 33);
  EXPECT_EQ(record["problems"], 1);
  EXPECT_EQ(record["warnings"], 1);
  EXPECT_EQ(record["splits"]["val"], 3);
  EXPECT_EQ(record["classes"][1]["class"], "class 1");
  EXPECT_EQ(record["classes"][1]["images"]["train"], 1);
  EXPECT_EQ(record["short_sides"]["32 to 63"], 30);
  EXPECT_EQ(record["findings"][0],
            (json{{"finding", "unusable_split"},
                  {"level", "problem"},
                  {"split", "val"},
                  {"reason", "no"}}));
  EXPECT_EQ(record["findings"][1]["path"], "a\nb.jpg");
  EXPECT_EQ(record["findings"][1]["level"], "warning");
  EXPECT_EQ(record["findings"][1]["copy_of"], "c.jpg");
  EXPECT_EQ(record["findings"][1]["same_bytes"], true);
}

TEST(ReportJson, StaysJsonWhateverTheNames) {
  EXPECT_NO_THROW((void)json::parse(
      data_report_json(report_of({finding(DataFindingKind::corrupt, "\x8f\xff.jpg")}))));
}

TEST(ReportCsv, ListsBadFilesAndCopiesButNoUsableImages) {
  EXPECT_EQ(data_report_csv(report_of({finding(DataFindingKind::corrupt, "a,b.jpg"),
                                       finding(DataFindingKind::duplicate, "two\nlines.jpg"),
                                       finding(DataFindingKind::wrong_extension, "c.jpg"),
                                       finding(DataFindingKind::tiny, "d.jpg"),
                                       finding(DataFindingKind::unusable_split, "train")})),
            "path,split,class,finding,reason\n"
            "\"a,b.jpg\",train,\"cat, \"\"big\"\"\",corrupt,bad\n"
            "\"two\nlines.jpg\",train,\"cat, \"\"big\"\"\",duplicate,bad\n");
}

}  // namespace
}  // namespace trainer::cli
