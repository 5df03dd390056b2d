#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace trainer {

/// What a callback learns after an optimizer step. `loss` and metrics are the step's own.
struct StepReport {
  std::int64_t step = 0;   ///< completed optimizer steps, from 1
  std::int64_t epoch = 0;  ///< from 1
  double loss = 0;
  double lr = 0;
  double grad_norm = 0;
  double images_per_second = 0;
};

/// What a callback learns after an epoch. Metrics are named `loss`, `top1`, `top5`, …; fractions.
struct EpochReport {
  std::int64_t epoch = 0, epochs = 0, step = 0;
  std::map<std::string, double> train;
  std::map<std::string, double> val;  ///< empty where the epoch had no validation
  double lr = 0;
  double seconds = 0;
  double images_per_second = 0;
  bool best = false;
};

enum class FitStatus {
  finished,
  already_finished,
  early_stopped,
  time_limit,
  interrupted,
  dry_run
};

struct FitResult {
  FitStatus status = FitStatus::finished;
  std::int64_t epochs = 0, steps = 0;
  std::map<std::string, double> train;  ///< of the last epoch
  std::map<std::string, double> val;    ///< of the last validation
  std::string monitor;                  ///< "val/top1"
  double best = 0;                      ///< its best value
  std::int64_t best_epoch = 0;
  std::string run_folder;
  std::string model_path;  ///< runs/<name>/model.pt; empty when interrupted
  double seconds = 0;
};

/// Metrics over a whole split, each sample counted once.
struct EvaluationResult {
  std::string split;
  std::int64_t count = 0;
  std::map<std::string, double> metrics;  ///< loss, top1, top5
  /// Recall of each class and its support, in class order.
  struct PerClass {
    std::string name;
    std::int64_t support = 0;
    double recall = 0;
  };
  std::vector<PerClass> per_class;
};

}  // namespace trainer
