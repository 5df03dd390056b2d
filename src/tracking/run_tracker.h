#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace trainer {

/// One line of the metrics: what was measured at a step, in the order it is to be shown.
struct MetricsRecord {
  std::int64_t step = 0;
  std::int64_t epoch = 0;
  std::string split;  ///< train, val or test
  std::vector<std::pair<std::string, double>> values;
};

/// Which records a run keeps, and where.
struct TrackerSettings {
  std::string folder;       ///< the run folder
  bool jsonl = true;        ///< metrics.jsonl
  bool csv = false;         ///< metrics.csv: step,epoch,split,name,value
  bool tensorboard = true;  ///< events.out.tfevents.*, tags `split/name`
  bool samples = false;     ///< samples.jsonl: the ids of every batch
  std::optional<std::int64_t> resume_step =
      {};  ///< records after it are dropped; unset: a fresh run
};

/// Hands each record to every sink. A disk that is full or gone stops no training: the first
/// failure of a sink is a warning, and its records wait in memory for the next attempt; `sync`
/// alone throws for the line files. After a resume a record that is already there (same step and
/// split) is not written twice. Not thread-safe.
class RunTracker {
 public:
  explicit RunTracker(const TrackerSettings& settings);
  ~RunTracker();
  void add(const MetricsRecord& record);
  /// Ids of the samples in the batch of `step`. Does nothing unless `samples` is on.
  void add_samples(std::int64_t step, std::int64_t epoch, const std::vector<std::int64_t>& ids);
  /// Makes all records durable: before each checkpoint, which stands for them. Throws FileError for
  /// the line files; TensorBoard only warns.
  void sync();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trainer
