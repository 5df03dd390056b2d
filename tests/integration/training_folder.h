#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/program.h"

namespace trainer::test {

/// A folder with a configuration of a small run that has everything that could go wrong in a
/// resume: dropout, batch norm, augmentation, an average, a cosine schedule, a short last batch.
class TrainingFolder {
 public:
  TrainingFolder();

  std::filesystem::path path() const { return folder_.path(); }
  /// The folder of the run. Its name is in every checkpoint: runs to compare have one name, in
  /// folders of their own.
  std::filesystem::path run() const { return folder_.path() / "runs/run"; }
  /// Starts `trainer` on the configuration, with further words, and waits for its end.
  Outcome fit(const std::vector<std::string>& words = {}) const;

 private:
  TemporaryFolder folder_;
};

/// SHA-256 of a file as the manifest of a checkpoint has it.
std::string manifest_sha(const std::filesystem::path& checkpoint, const std::string& file);

std::vector<nlohmann::json> json_lines(const std::filesystem::path& file);

/// Epoch to the ids of its samples, in order.
std::map<int, std::vector<std::int64_t>> samples_by_epoch(const std::filesystem::path& run);

/// The metrics without what the clock decides.
std::vector<nlohmann::json> metrics_without_speed(const std::filesystem::path& run);

}  // namespace trainer::test
