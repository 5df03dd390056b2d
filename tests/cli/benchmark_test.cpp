#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "cli/tiny_images.h"

namespace trainer::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class Benchmark : public testing::Test {
 protected:
  Benchmark() {
    write_photos(folder_.path() / "photos");
    folder_.write("tiny.yaml", R"(name: tiny
data: {train: photos/train, val: photos/validation, workers: 1}
transforms:
  train: [{resize: 16}, {center_crop: 16}, horizontal_flip, normalize: imagenet]
  val: [{resize: 16}, {center_crop: 16}, normalize: imagenet]
model: {name: simple_cnn}
train: {batch_size: 8}
)");
    start_.folder = folder_.path();
  }
  Outcome benchmark(std::vector<std::string> words) const {
    words.insert(words.begin(), {"benchmark", "--config", "tiny.yaml", "--seconds", "0.2"});
    return run(words, start_);
  }

  const TemporaryFolder folder_;
  Start start_;
};

TEST_F(Benchmark, MeasuresAllPartsAndLeavesNothingBehind) {
  const Outcome outcome = benchmark({"--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json report = json::parse(outcome.out);
  EXPECT_EQ(report.at("workers"), 1);
  EXPECT_EQ(report.at("batch_size"), 8);
  for (const char* part : {"loader", "compute", "end-to-end"}) {
    const json& measured = report.at("parts").at(part);
    EXPECT_GT(measured.at("images"), 0) << part;
    EXPECT_GE(measured.at("seconds"), 0.2) << part;
    EXPECT_GT(measured.at("cpu_seconds"), 0) << part;
    EXPECT_NEAR(measured.at("images_per_s").get<double>(),
                measured.at("images").get<double>() / measured.at("seconds").get<double>(),
                1e-6);
    // Not counted by builds with sanitizers.
    const json& allocations = measured.at("allocations_per_image");
    if (!allocations.is_null()) EXPECT_GE(allocations, 0);
    EXPECT_TRUE(measured.at("resident_growth_bytes").is_number_integer()) << part;
  }
  EXPECT_FALSE(report.at("parts").at("compute").contains("consumer_wait_s"));
  EXPECT_GT(report.at("efficiency"), 0);
  EXPECT_GT(report.at("peak_memory_bytes"), 1 << 20);
  EXPECT_FALSE(fs::exists(folder_.path() / "runs"));
}

TEST_F(Benchmark, OnePartIsToldInWords) {
  const Outcome outcome = benchmark({"--part", "loader"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("batches of 8, 1 decode thread\nloader: "));
  EXPECT_THAT(outcome.out, HasSubstr(" images per CPU second"));
  EXPECT_THAT(outcome.out, ContainsRegex("\n  memory: .*heap [+-].* KiB, resident [+-]"));
  EXPECT_THAT(outcome.out, HasSubstr("  waits: "));
  EXPECT_THAT(outcome.out, Not(HasSubstr("compute")));
}

TEST_F(Benchmark, SaysWhatIsWrongWithTheAsking) {
  EXPECT_EQ(run({"benchmark"}, start_).code, 2);
  EXPECT_EQ(benchmark({"--part", "disk"}).code, 2);
  EXPECT_EQ(benchmark({"--seconds", "0"}).code, 2);
  EXPECT_EQ(benchmark({"data.train=nowhere"}).code, 3);
}

}  // namespace
}  // namespace trainer::test
