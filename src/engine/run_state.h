#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace trainer {

/// Sums over training steps: what a train record and an epoch's averages are made of.
struct TrainTotals {
  double loss_sum = 0;
  double normaliser = 0;
  std::int64_t images = 0;
  std::int64_t top1 = 0, top5 = 0;  ///< images whose label was among the first 1 and 5
  double grad_norm_sum = 0;
  std::int64_t steps = 0;

  void add(const TrainTotals& other);
  /// loss, top1, top5 and grad_norm as means; empty before the first image.
  std::map<std::string, double> means() const;
};

/// A checkpoint that is among the best by the monitored metric.
struct BestCheckpoint {
  std::int64_t step = 0;
  std::int64_t epoch = 0;
  double value = 0;
};

/// Everything that changes while a run goes on, but for tensors: with model, EMA and optimizer it
/// is what a resume needs to go on at the next batch as if nothing had happened.
struct RunState {
  std::int64_t epoch = 1;            ///< that the next step belongs to
  std::int64_t batch = 0;            ///< next batch of the epoch
  std::int64_t step = 0;             ///< completed optimizer steps
  std::int64_t evaluated_step = -1;  ///< step of the last finished validation
  bool finished = false;
  std::string finish_reason;  ///< "epochs", "max_steps", "early_stop", "max_time"

  TrainTotals since_record;  ///< since the last train record
  TrainTotals of_epoch;
  std::map<std::string, double> last_train;  ///< means of the last epoch, so far
  std::map<std::string, double> last_val;    ///< of the last validation

  std::vector<BestCheckpoint> best;          ///< best first
  std::map<std::string, double> monitor;     ///< state of the Monitor of the best checkpoint
  std::map<std::string, double> early_stop;  ///< and of early stopping

  std::map<std::string, double> schedule;  ///< state of plateau
  std::int64_t ema_updates = 0;
  double elapsed_seconds = 0;  ///< over all resumes, for max_time
  double last_lr = 0;
};

/// Metrics that are not finite become texts: JSON has no such numbers.
nlohmann::json to_json(const RunState& state);
/// Throws CheckpointError naming `where` when a key is missing or of the wrong type.
RunState run_state_from_json(const nlohmann::json& json, const std::string& where);

}  // namespace trainer
