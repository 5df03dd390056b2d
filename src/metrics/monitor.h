#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace trainer {

/// Watches one metric: which value is the best so far, and whether it is time to stop. NaN and
/// infinite values never win, also not as the first.
class Monitor {
 public:
  struct Options {
    bool higher_is_better = true;
    double min_delta = 0;                    ///< an improvement is more than this
    std::optional<std::int64_t> patience{};  ///< none: never stops
  };
  explicit Monitor(const Options& options) : options_(options) {}

  /// Takes the next value; true when it is the best so far.
  bool improved(double value);
  std::optional<double> best() const { return best_; }
  /// Values since the best one.
  std::int64_t without_improvement() const { return without_improvement_; }
  /// After `patience` values in a row without improvement.
  bool should_stop() const {
    return options_.patience && without_improvement_ >= *options_.patience;
  }

  /// Finite numbers by name, for the checkpoint.
  std::map<std::string, double> state() const;
  /// Throws CheckpointError when a number is missing.
  void load_state(const std::map<std::string, double>& state);

 private:
  Options options_;
  std::optional<double> best_;
  std::int64_t without_improvement_ = 0;
};

}  // namespace trainer
