#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "engine/progress.h"

namespace trainer {

/// A stretch of time for people: `9 s`, `1:05 min`, `2:03:20 h`.
std::string duration_text(double seconds);
/// Metrics in their usual order (loss, top1, top5, others): `loss 0.4312, top1 86.21 %`.
std::string metrics_text(const std::map<std::string, double>& metrics);
/// The line at the bottom of a terminal that is `columns` wide: epoch, bar, step, images/s, time
/// left, loss, rate. The bar takes what the others leave, or is left out.
std::string step_line(const RunOutline& run,
                      const StepProgress& step,
                      double seconds_left,
                      int columns);
/// The same facts as one line of a log.
std::string step_record(const RunOutline& run, const StepProgress& step, double seconds_left);
/// One line an epoch: train and validation metrics, time, whether it is the best so far.
std::string epoch_line(const EpochReport& report);

/// Shows a run on stderr: a live line where that is a terminal, else a line an interval.
class TerminalProgress : public ProgressSink {
 public:
  /// Where the output goes; tests put their own in place.
  struct Output {
    bool live = false;                                ///< a line can stay at the bottom
    std::function<void(const std::string&)> line;     ///< shows the live line; empty removes it
    std::function<void(const std::string&)> message;  ///< a line that stays
    std::function<double()> seconds;                  ///< a steady clock
    std::function<int()> columns;                     ///< width of the live line
  };
  /// Writes through base/log.h.
  TerminalProgress();
  explicit TerminalProgress(Output output);
  ~TerminalProgress() override;

  void run_started(const RunOutline& run) override;
  void epoch_started(std::int64_t epoch, std::int64_t steps) override;
  void step_done(const StepProgress& step) override;
  void epoch_ended(const EpochReport& report) override;
  void evaluation_started(const EvaluationProgress& progress) override;
  void evaluation_advanced(const EvaluationProgress& progress) override;
  void evaluation_ended(const EvaluationResult& result) override;
  void checkpoint_saved(const std::string& folder, bool best) override;
  void run_ended() override;

 private:
  void show_line(const std::string& text, bool now);
  double seconds_left(const StepProgress& step);

  Output output_;
  RunOutline run_;
  std::optional<double> loss_;  ///< the last that was known
  double drawn_at_ = -1;        ///< of the live line
  double rate_from_ = -1;       ///< when the steps that the estimate rests on began
  std::int64_t rate_step_ = 0;  ///< the step completed then
};

}  // namespace trainer
