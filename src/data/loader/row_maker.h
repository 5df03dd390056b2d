#pragma once
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "data/loader/slot.h"

namespace trainer {

/// Reads and transforms one sample into its row. Thread-safe.
class RowMaker {
 public:
  RowMaker(const Dataset& dataset, const Pipeline& pipeline, const LoaderOptions& options)
      : dataset_(dataset), pipeline_(pipeline), options_(options) {}

  /// Fills row `number` of the slot, whose `index` and `occurrence` are set. Never throws.
  void make(Slot& slot, int number) noexcept;

 private:
  bool attempt(Slot& slot, int number, std::int64_t index, std::int64_t occurrence);
  void substitute(Slot& slot, int number);
  const std::vector<std::int64_t>& samples_of_class(std::int64_t label);

  const Dataset& dataset_;
  const Pipeline& pipeline_;
  const LoaderOptions& options_;
  std::once_flag classes_listed_;
  std::vector<std::vector<std::int64_t>> by_class_;
};

}  // namespace trainer
