#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/loader/sampler.h"

namespace trainer {

/// The samples of one epoch in order, and how often each came before.
class EpochOrder {
 public:
  /// Does nothing when it already is that epoch. `samples` is the size of the data set.
  void load(const Sampler& sampler, std::int64_t epoch, std::int64_t samples);
  std::int64_t index(std::int64_t position) const {
    return order_[static_cast<std::size_t>(position)];
  }
  std::int64_t occurrence(std::int64_t position) const {
    return occurrence_.empty() ? 0 : occurrence_[static_cast<std::size_t>(position)];
  }

 private:
  std::int64_t epoch_ = 0;
  std::vector<std::int64_t> order_;
  std::vector<std::int32_t> occurrence_;  ///< empty: every sample comes once
  std::vector<std::int32_t> seen_;
};

}  // namespace trainer
