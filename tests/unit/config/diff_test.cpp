#include "config/diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config_testing.h"

namespace trainer {
namespace {

std::vector<ConfigChange> changes(const std::string& before, const std::string& after) {
  return config_diff(
      sample::Run::options(), sample_config(before).root(), sample_config(after).root());
}

TEST(ConfigDiff, ListsChangedKeysWithBothValuesAndTheirRule) {
  const auto list =
      changes("batch: 1\nworkers: 2\ndescent: {lr: 1}", "batch: 2\nworkers: 3\ndescent: {lr: 2}");
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(diff_text(list), "batch: 1 -> 2\nworkers: 2 -> 3\ndescent.lr: 1.0 -> 2.0\n");
  EXPECT_EQ(list[0].rule, ChangeRule::fixed);
  EXPECT_EQ(list[1].rule, ChangeRule::free);
  EXPECT_EQ(list[2].rule, ChangeRule::on_request);
  EXPECT_EQ(list[2].after_at.line, 3);
}

TEST(ConfigDiff, FindsNothingInOtherSpellings) {
  EXPECT_EQ(diff_text(changes("clip: 1e-3\nsteps: [{resize: 3}]\nlimit: 600s",
                              "clip: 0.001\nsteps: [{resize: {size: 3}}]\nlimit: 10min")),
            "");
}

TEST(ConfigDiff, ComparesComponentsKeyByKey) {
  EXPECT_EQ(diff_text(changes("steps: [{resize: 3}, flip]", "steps: [{resize: 4}, flip]")),
            "steps.0.resize.size: 3 -> 4\n");
  EXPECT_EQ(diff_text(changes("steps: [flip]", "steps: []")), "steps: [{flip: {}}] -> []\n");
  EXPECT_EQ(diff_text(changes("average: none", "average: {decay: 0.5}")),
            "average: none -> {decay: 0.5}\n");
}

TEST(ConfigDiff, AnotherComponentBringsOtherKeys) {
  EXPECT_EQ(diff_text(changes("descent: {name: sgd}", "descent: {name: adam}")),
            "descent.name: sgd -> adam\ndescent.momentum: 0.0 -> (not there)\n"
            "descent.nesterov: false -> (not there)\ndescent.betas: (not there) -> [0.9, 0.999]\n");
}

}  // namespace
}  // namespace trainer
