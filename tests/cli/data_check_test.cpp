#include <algorithm>
#include <filesystem>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "cli/tiny_images.h"

namespace trainer::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr const char* kConfiguration = R"(name: checked
data: {train: photos/train, val: photos/validation, workers: 2}
transforms:
  train: [{center_crop: {size: 16}}, normalize: imagenet]
  val: [{center_crop: {size: 16}}, normalize: imagenet]
model: {name: simple_cnn}
)";

/// An image of the project's own test files.
std::string image(const std::string& name) {
  return read_text(fs::path(TRAINER_SOURCE) / "tests/data/decode" / name);
}

/// A bitmap's header without its pixels.
std::string header_only(int width, int height) {
  std::string bytes = bitmap(2, 0, 0, 0, 0);
  for (int i = 0; i < 4; ++i) {
    const auto at = static_cast<std::size_t>(i);
    bytes[18 + at] = static_cast<char>(width >> (8 * i));
    bytes[22 + at] = static_cast<char>(height >> (8 * i));
  }
  return bytes;
}

std::string damaged(std::string png) {
  png[png.size() - 20] ^= 0x55;
  return png;
}

/// `photos`: good data in three splits, no picture twice; each test adds its faults.
class DataCheck : public testing::Test {
 protected:
  DataCheck() {
    unsigned seed = 1;
    for (const auto& [split, count] : {std::pair("train", 12), {"validation", 4}, {"test", 4}}) {
      for (const std::string name : {"cat", "dog"}) {
        for (int i = 0; i < count; ++i) {
          add(std::string(split) + "/" + name + "/" + std::to_string(i) + ".bmp",
              bitmap(24, 100, 60, 40, ++seed * 1000));
        }
      }
    }
    folder_.write("photos.yaml", kConfiguration);
    start_.folder = folder_.path();
  }
  Outcome check(std::vector<std::string> words) const {
    words.insert(words.begin(), {"data", "check"});
    return run(words, start_);
  }
  void add(const std::string& name, const std::string& content) const {
    folder_.write("photos/" + name, content);
  }
  /// "finding path", the path below `photos`.
  static std::set<std::string> found(const Outcome& outcome) {
    std::set<std::string> all;
    const json report = json::parse(outcome.out);
    for (const json& finding : report["findings"]) {
      const std::string path = finding.value("path", "/" + finding.value("class", ""));
      all.insert(finding["finding"].get<std::string>() + " " + path.substr(path.find('/') + 1));
    }
    return all;
  }

  const TemporaryFolder folder_;
  Start start_;
};

TEST_F(DataCheck, GoodDataExitsWith0) {
  const Outcome outcome = check({"photos"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("class    train      val     test\ncat         12"));
  EXPECT_THAT(outcome.out, HasSubstr("\nformats: BMP 40\n"));
  EXPECT_THAT(outcome.out,
              EndsWith("checked 40 images of 2 classes in 3 splits: 0 problems, 0 warnings\n"));
}

TEST_F(DataCheck, EveryKindOfFaultIsNamedAndExitsWith3) {
  add("train/cat/zero.jpg", "");
  add("train/cat/page.jpg", "<html>not found</html>");
  add("train/cat/truncated.bmp", bitmap(24, 1, 2, 3, 77).substr(0, 900));
  add("train/cat/corrupt.png", damaged(image("png_rgb.png")));
  add("train/cat/huge.bmp", header_only(60000, 60000));
  add("train/cat/named.jpg", image("png_gray.png"));
  add("train/cat/tiny.bmp", bitmap(4, 9, 9, 9, 78));
  add("train/cat/copy.bmp", read_text(folder_.path() / "photos/train/cat/1.bmp"));
  add("train/cat/leaked.bmp", read_text(folder_.path() / "photos/test/cat/2.bmp"));
  add("train/dog/not_a_dog.bmp", read_text(folder_.path() / "photos/train/cat/5.bmp"));
  add("train/fox/one.bmp", bitmap(24, 5, 5, 5, 79));
  fs::create_directories(folder_.path() / "photos/train/owl");
  fs::create_symlink("/nowhere/gone.jpg", folder_.path() / "photos/train/cat/gone.jpg");
  const Outcome outcome = check({"photos", "--json"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("error: 6 problems that would stop a training"));
  const std::set<std::string> all = found(outcome);
  for (const char* fault : {"empty_file train/cat/zero.jpg",
                            "not_an_image train/cat/page.jpg",
                            "truncated train/cat/truncated.bmp",
                            "corrupt train/cat/corrupt.png",
                            "too_large train/cat/huge.bmp",
                            "wrong_extension train/cat/named.jpg",
                            "tiny train/cat/tiny.bmp",
                            "duplicate train/cat/copy.bmp",
                            "leak train/cat/leaked.bmp",
                            "label_conflict train/cat/5.bmp",
                            "label_conflict train/dog/not_a_dog.bmp",
                            "dead_link train/cat/gone.jpg",
                            "few_images fox",
                            "missing_class fox",
                            "empty_class owl"}) {
    EXPECT_TRUE(all.contains(fault)) << fault << "\n" << outcome.out;
  }
  const Outcome table = check({"photos"});
  EXPECT_EQ(table.code, 3);
  EXPECT_THAT(table.out,
              AllOf(HasSubstr("problem: corrupt images: 1 "),
                    HasSubstr("\n  photos/train/cat/corrupt.png: a damaged PNG: "),
                    HasSubstr("warning: leaks between splits: 1 "),
                    HasSubstr("6 problems, ")));
}

TEST_F(DataCheck, WarningsAloneExitWith0) {
  add("train/cat/copy.bmp", read_text(folder_.path() / "photos/train/cat/1.bmp"));
  const Outcome outcome = check({"photos", "--quiet"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("photos/train/cat/copy.bmp: the same file content as "));
  EXPECT_THAT(outcome.err, IsEmpty());
}

TEST_F(DataCheck, AConfigurationDecidesWhatIsCheckedAndHow) {
  add("test/cat/zero.bmp", "");
  const Outcome without = check({"photos.yaml"});
  EXPECT_EQ(without.code, 0) << without.err;
  EXPECT_THAT(without.out, HasSubstr("in 2 splits"));
  EXPECT_EQ(check({"photos.yaml", "data.test=photos/test"}).code, 3);
  const Outcome classes = check({"photos.yaml", "data.classes=[dog]"});
  EXPECT_EQ(classes.code, 3);
  EXPECT_THAT(classes.out, HasSubstr("a class missing from data.classes: \"cat\""));
  const Outcome weights = check({"photos.yaml", "model.weights=nowhere.pt"});
  EXPECT_EQ(weights.code, 0) << weights.err;
}

TEST_F(DataCheck, OutputIsAListByWhichAScriptMakesTheDataGood) {
  add("train/cat/zero.bmp", "");
  add("train/cat/odd, \"name\".bmp", "no image");
  add("train/cat/copy.bmp", read_text(folder_.path() / "photos/train/cat/1.bmp"));
  add("train/cat/named.jpg", image("png_rgb.png"));
  EXPECT_EQ(check({"photos", "--output", "bad.csv"}).code, 3);
  const std::string list = read_text(folder_.path() / "bad.csv");
  EXPECT_THAT(
      list,
      StartsWith("path,split,class,finding,reason\n"
                 "photos/train/cat/zero.bmp,train,cat,empty_file,the file is empty (0 bytes)\n"
                 "\"photos/train/cat/odd, \"\"name\"\".bmp\",train,cat,not_an_image,"));
  EXPECT_THAT(list, HasSubstr("\nphotos/train/cat/copy.bmp,train,cat,duplicate,"));
  EXPECT_THAT(list, Not(HasSubstr("named.jpg")));
  Start python;
  python.program = "/bin/sh";
  python.folder = folder_.path();
  const Outcome removed = run({"-c",
                               "python3 -c 'import csv, os\n"
                               "for row in csv.DictReader(open(\"bad.csv\")): "
                               "os.remove(row[\"path\"])'"},
                              python);
  ASSERT_EQ(removed.code, 0) << removed.err;
  const Outcome again = check({"photos"});
  EXPECT_EQ(again.code, 0) << again.out;
  EXPECT_THAT(again.out, EndsWith("0 problems, 1 warning\n"));
}

TEST_F(DataCheck, AnOutputThatCannotBeWrittenExitsWith3) {
  const Outcome outcome = check({"photos", "--output", "/dev/full"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("error: cannot"));
}

TEST_F(DataCheck, AllShowsEveryPath) {
  for (int i = 0; i < 15; ++i) add("train/cat/zero" + std::to_string(100 + i) + ".jpg", "");
  const Outcome some = check({"photos"});
  EXPECT_THAT(some.out, AllOf(HasSubstr("zero109.jpg"), Not(HasSubstr("zero110.jpg"))));
  EXPECT_THAT(some.out, HasSubstr("… and 5 more; --all shows them"));
  EXPECT_THAT(check({"photos", "--all"}).out, HasSubstr("zero114.jpg"));
}

TEST_F(DataCheck, OddNamesArePrintedSafelyAndStandIntactInJson) {
  const std::string name = "two\nlines \x1b[31mred.jpg";
  add("train/cat/" + name, "");
  const Outcome table = check({"photos"});
  EXPECT_EQ(table.code, 3);
  EXPECT_THAT(table.out + table.err, Not(HasSubstr("\x1b")));
  EXPECT_THAT(table.out, HasSubstr("two\\nlines \\x1b[31mred.jpg"));
  EXPECT_TRUE(found(check({"photos", "--json"})).contains("empty_file train/cat/" + name));
}

TEST_F(DataCheck, TheResultIsTheSameForAnyNumberOfThreads) {
  for (int i = 0; i < 30; ++i) {
    add("train/dog/x" + std::to_string(i) + ".bmp", i % 4 == 0 ? "" : bitmap(20, i % 5, 1, 2, 1));
  }
  const Outcome one = check({"photos", "--json", "--workers", "1"});
  EXPECT_EQ(check({"photos", "--json", "--workers", "8"}).out, one.out);
}

TEST_F(DataCheck, WhatIsNoDataSetExitsWith3) {
  fs::create_directories(folder_.path() / "empty");
  const Outcome empty = check({"empty"});
  EXPECT_EQ(empty.code, 3);
  EXPECT_THAT(empty.out, IsEmpty());
  EXPECT_THAT(empty.err, HasSubstr("expected one folder for each class"));
  EXPECT_EQ(check({"photos/train/cat"}).code, 3);
  EXPECT_EQ(check({"photos.yaml", "data.train=nowhere"}).code, 3);
  fs::create_directory_symlink("loop", folder_.path() / "photos/loop");
  fs::create_directory_symlink("..", folder_.path() / "photos/train/cat/up");
  EXPECT_EQ(check({"photos"}).code, 0);
}

TEST_F(DataCheck, OneFileOfOneClassIsEnough) {
  folder_.write("one/cat/1.bmp", bitmap(24, 1, 2, 3, 4));
  const Outcome outcome = check({"one"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              EndsWith("checked 1 image of 1 class in 1 split: 0 problems, 1 warning\n"));
}

TEST_F(DataCheck, WrongCommandLinesExitWith2) {
  EXPECT_THAT(check({}).err, HasSubstr("trainer data check needs FILE or DIR"));
  const std::vector<std::vector<std::string>> wrong = {{},
                                                       {"nowhere"},
                                                       {"photos", "data.channels=1"},
                                                       {"photos", "--workers", "0"},
                                                       {"photos.yaml", "data.chanels=1"},
                                                       {"photos", "--jsno"}};
  for (const auto& words : wrong) EXPECT_EQ(check(words).code, 2);
}

TEST_F(DataCheck, BashCompletesItsNameOptionsAndFiles) {
  const auto script = folder_.write("trainer.bash", run({"completion", "bash"}).out);
  Start bash = start_;
  bash.program = "/bin/bash";
  const auto offered = [&](const std::string& words, int position) {
    return run({"--norc",
                "-c",
                "source " + script.string() + "; COMP_WORDS=(" + words + "); COMP_CWORD=" +
                    std::to_string(position) + "; _trainer; printf '%s\\n' \"${COMPREPLY[@]}\""},
               bash)
        .out;
  };
  EXPECT_EQ(offered("trainer data c", 2), "check\n");
  EXPECT_EQ(offered("trainer data check --o", 3), "--output\n");
  EXPECT_THAT(offered("trainer data check ph", 3), HasSubstr("photos.yaml\n"));
  EXPECT_THAT(offered("trainer data check photos.yaml data.cl", 4), HasSubstr("data.classes=\n"));
}

}  // namespace
}  // namespace trainer::test
