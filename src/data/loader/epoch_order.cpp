#include "data/loader/epoch_order.h"

#include <algorithm>

#include <trainer/error.h>

namespace trainer {

void EpochOrder::load(const Sampler& sampler, std::int64_t epoch, std::int64_t samples) {
  if (epoch == epoch_) return;
  epoch_ = 0;
  order_ = sampler.epoch(epoch);
  TRAINER_ASSERT(static_cast<std::int64_t>(order_.size()) == sampler.size(),
                 "an epoch as long as the sampler says");
  seen_.assign(static_cast<std::size_t>(samples), 0);
  occurrence_.resize(order_.size());
  bool repeated = false;
  for (std::size_t i = 0; i < order_.size(); ++i) {
    TRAINER_ASSERT(order_[i] >= 0 && order_[i] < samples, "a sample of the data set");
    occurrence_[i] = seen_[static_cast<std::size_t>(order_[i])]++;
    repeated = repeated || occurrence_[i] > 0;
  }
  if (!repeated) occurrence_.clear();
  epoch_ = epoch;
}

}  // namespace trainer
