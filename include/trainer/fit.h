#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <trainer/config.h>
#include <trainer/reports.h>

namespace trainer {

struct FitOptions {
  std::string resume = "auto";            ///< auto, never, or the path of a checkpoint
  std::vector<std::string> allow_change;  ///< keys that a resume may change
  bool dry_run = false;                   ///< everything up to the first step
  std::optional<std::int64_t>
      limit_batches;          ///< batches an epoch and a validation, to try a run out
  bool show_progress = true;  ///< progress line and messages on stderr
};

/// One training run. Not thread-safe; one run a Trainer. Callbacks run on the training thread; an
/// exception they throw ends the run and reaches the caller of `fit`.
class Trainer {
 public:
  explicit Trainer(Config config);
  ~Trainer();
  Trainer(Trainer&&) noexcept;
  Trainer& operator=(Trainer&&) noexcept;

  Trainer& on_step_end(std::function<void(const StepReport&)> callback);
  Trainer& on_epoch_end(std::function<void(const EpochReport&)> callback);
  Trainer& on_checkpoint(std::function<void(const std::string& folder)> callback);
  /// Asks the run to finish its step, save and return `interrupted`. Thread- and signal-safe.
  static void request_stop();

  /// Trains to the end or goes on where a run stopped. Throws the errors of error.h.
  FitResult fit(const FitOptions& options = {});

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

struct EvaluateOptions {
  std::string data;            ///< folder or file in place of the configured one
  std::string split = "test";  ///< train, val or test
  std::optional<int> batch_size;
  std::string device = "auto";
  std::string weights = "auto";  ///< auto (EMA where the run has it), ema or raw
  bool show_progress = true;
};

/// Metrics of a checkpoint (run folder, checkpoint folder or model.pt) on a split of its own
/// configuration, with the preprocessing and class names that it carries.
EvaluationResult evaluate(const std::string& checkpoint, const EvaluateOptions& options = {});

}  // namespace trainer
