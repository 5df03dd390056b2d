#include <filesystem>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/crc32c.h"
#include "base/file_system.h"
#include "base/text.h"
#include "tracking/line_log.h"
#include "tracking/run_tracker.h"
#include "tracking/tensorboard.h"
#include "unit/base/file_faults.h"
#include "unit/base/temp_folder.h"

namespace trainer {
namespace {

namespace fs = std::filesystem;
using test::FileFaults;
using test::TempFolder;
using testing::ElementsAre;
using testing::HasSubstr;

std::string content(const std::string& path) {
  return read_file(path, 1 << 30);
}

std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> lines = split(content(path), '\n');
  EXPECT_EQ(lines.back(), "") << "the last line is whole";
  lines.pop_back();
  return lines;
}

std::vector<std::string> event_files(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("events.out.tfevents.")) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

MetricsRecord train(std::int64_t step, double loss = 1) {
  return {step, 1, "train", {{"loss", loss}}};
}

TEST(JsonLine, KeepsTheOrderAndWritesNullForNaN) {
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(json_line({120,
                       1,
                       "train",
                       {{"loss", 1.92}, {"top1", 0.41}, {"nan", std::nan("")}, {"inf", infinite}}}),
            "{\"step\":120,\"epoch\":1,\"split\":\"train\",\"loss\":1.92,\"top1\":0.41,"
            "\"nan\":null,\"inf\":null}\n");
}

TEST(RunTracker, AResumeDropsLaterAndTornLines) {
  const TempFolder folder;
  const TrackerSettings settings{.folder = folder.path(), .csv = true, .samples = true};
  {
    RunTracker tracker(settings);
    for (const int step : {1, 2, 3, 4}) {
      tracker.add(train(step, step));
      tracker.add_samples(step, 1, {step, 2 * step});
    }
  }
  AppendFile(folder / "metrics.jsonl").append("{\"step\":5,\"ep");
  AppendFile(folder / "samples.jsonl").append("{\"step\":2,\"epoch\":1,\"ids\":[2");
  TrackerSettings resumed = settings;
  resumed.resume_step = 2;
  {
    RunTracker tracker(resumed);
    tracker.add(train(3, 30));
    tracker.add_samples(3, 1, {7});
    tracker.sync();
  }
  std::vector<std::int64_t> steps;
  for (const std::string& line : lines_of(folder / "metrics.jsonl")) {
    steps.push_back(nlohmann::json::parse(line)["step"]);
  }
  EXPECT_THAT(steps, ElementsAre(1, 2, 3));
  EXPECT_THAT(lines_of(folder / "samples.jsonl"),
              ElementsAre("{\"step\":1,\"epoch\":1,\"ids\":[1,2]}",
                          "{\"step\":2,\"epoch\":1,\"ids\":[2,4]}",
                          "{\"step\":3,\"epoch\":1,\"ids\":[7]}"));
  EXPECT_THAT(lines_of(folder / "metrics.csv"),
              ElementsAre("step,epoch,split,name,value",
                          "1,1,train,loss,1.0",
                          "2,1,train,loss,2.0",
                          "3,1,train,loss,30.0"));
}

TEST(RunTracker, ARecordOfTheResumeStepIsNotWrittenTwice) {
  const TempFolder folder;
  const TrackerSettings settings{.folder = folder.path(), .tensorboard = false};
  RunTracker(settings).add(train(2));
  TrackerSettings resumed = settings;
  resumed.resume_step = 2;
  RunTracker tracker(resumed);
  tracker.add(train(2));
  tracker.add({2, 1, "val", {{"loss", 3}}});
  tracker.sync();
  EXPECT_EQ(lines_of(folder / "metrics.jsonl").size(), 2U);
}

TEST(RunTracker, AFreshRunStartsEmptyFiles) {
  const TempFolder folder;
  const TrackerSettings settings{.folder = folder.path()};
  RunTracker(settings).add(train(1));
  RunTracker(settings).add(train(1));
  EXPECT_EQ(lines_of(folder / "metrics.jsonl").size(), 1U);
}

TEST(RunTracker, AResumeWithoutOldFilesStartsNewOnes) {
  const TempFolder folder;
  RunTracker({.folder = folder.path(), .csv = true, .resume_step = 7}).add(train(8));
  EXPECT_EQ(lines_of(folder / "metrics.jsonl").size(), 1U);
  EXPECT_EQ(lines_of(folder / "metrics.csv").size(), 2U);
}

TEST(RunTracker, DamagedLinesAreDroppedAndSaid) {
  const TempFolder folder;
  write_file_atomic(folder / "metrics.jsonl",
                    "{\"step\":1}\nrubbish\n{\"step\":\"x\"}\n[1]\n{\"step\":2}\n");
  testing::internal::CaptureStderr();
  RunTracker({.folder = folder.path(), .tensorboard = false, .resume_step = 5}).sync();
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("3 damaged lines"));
  EXPECT_THAT(lines_of(folder / "metrics.jsonl"), ElementsAre("{\"step\":1}", "{\"step\":2}"));
}

TEST(RunTracker, WritesOnlyWhatIsAskedFor) {
  const TempFolder folder;
  RunTracker tracker({.folder = folder.path(), .jsonl = false, .tensorboard = false});
  tracker.add(train(1));
  tracker.add_samples(1, 1, {1});
  tracker.sync();
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(RunTracker, AFullDiskIsOneWarningAndLosesNoRecord) {
  const TempFolder folder;
  RunTracker tracker({.folder = folder.path(), .tensorboard = false});
  testing::internal::CaptureStderr();
  {
    const FileFaults faults(-1, ENOSPC);
    set_file_fault_hook([](FileOperation operation, const std::string&) {
      return FileFault{operation == FileOperation::write ? ENOSPC : 0};
    });
    tracker.add(train(1));
    tracker.add(train(2));
    EXPECT_THROW(tracker.sync(), FileError);
  }
  const std::string shown = testing::internal::GetCapturedStderr();
  EXPECT_THAT(shown, HasSubstr("metrics.jsonl"));
  EXPECT_EQ(shown.find("warning"), shown.rfind("warning"));
  tracker.add(train(3));
  EXPECT_EQ(lines_of(folder / "metrics.jsonl").size(), 3U);
}

TEST(RunTracker, FailuresOfTensorBoardStopNothing) {
  const TempFolder folder;
  testing::internal::CaptureStderr();
  RunTracker tracker({.folder = folder.path()});
  {
    const FileFaults faults(-1);
    set_file_fault_hook([](FileOperation, const std::string& path) {
      return FileFault{path.find("tfevents") != std::string::npos ? EIO : 0};
    });
    for (const int step : {1, 2, 3}) tracker.add(train(step));
    tracker.sync();
  }
  const std::string shown = testing::internal::GetCapturedStderr();
  EXPECT_EQ(shown.find("warning"), shown.rfind("warning")) << shown;
  EXPECT_THAT(shown, HasSubstr("training goes on"));
  EXPECT_EQ(lines_of(folder / "metrics.jsonl").size(), 3U);
}

TEST(TensorBoardWriter, FramesItsRecordsWithCheckSums) {
  const TempFolder folder;
  TensorBoardWriter writer(folder.path());
  writer.add_scalars(3, {{"train/loss", 0.5}});
  writer.sync();
  const std::string bytes = content(writer.path());
  const auto number = [&](std::size_t at, int count) {
    std::uint64_t value = 0;
    for (int i = count - 1; i >= 0; --i) {
      value = value << 8 | static_cast<unsigned char>(bytes.at(at + static_cast<std::size_t>(i)));
    }
    return value;
  };
  std::vector<std::string> records;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t size = number(at, 8);
    EXPECT_EQ(number(at + 8, 4), masked_crc32c(bytes.substr(at, 8)));
    records.push_back(bytes.substr(at + 12, size));
    EXPECT_EQ(number(at + 12 + size, 4), masked_crc32c(records.back()));
    at += size + 16;
  }
  ASSERT_EQ(records.size(), 3U);
  EXPECT_THAT(records[0], HasSubstr("brain.Event:2"));
  EXPECT_THAT(records[2], HasSubstr("train/loss"));
}

TEST(TensorBoardWriter, LaterFilesComeLaterByName) {
  const TempFolder folder;
  std::vector<std::string> made;
  for (int i = 0; i < 12; ++i) {
    made.push_back(fs::path(TensorBoardWriter(folder.path()).path()).filename().string());
  }
  EXPECT_EQ(event_files(folder.path()), made);
}

}  // namespace
}  // namespace trainer
