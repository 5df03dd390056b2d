#pragma once
#include <cstdint>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "data/loader/slot.h"

namespace trainer {

/// Bad samples met so far: names each once in the log, and ends the run when they are too many.
class BadSamples {
 public:
  BadSamples(const Dataset& dataset, const LoaderOptions& options);
  /// Throws DataError under `fail`, and where more are bad than `max_bad` allows.
  void meet(const BadSample& sample);
  std::int64_t count() const { return static_cast<std::int64_t>(list_.size()); }
  /// Name and reason of each.
  const std::vector<std::pair<std::string, std::string>>& list() const { return list_; }

 private:
  const Dataset& dataset_;
  BadImagePolicy policy_;
  double max_bad_;
  std::int64_t allowed_;
  std::unordered_set<std::int64_t> met_;
  std::vector<std::pair<std::string, std::string>> list_;
};

}  // namespace trainer
