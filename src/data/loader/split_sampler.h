#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/random.h"
#include "data/loader/sampler.h"

namespace trainer {

/// A sampler whose ranks share one order of all samples, each taking every world_size-th of it.
class SplitSampler : public Sampler {
 public:
  SplitSampler(std::int64_t samples, SamplerPlace place);
  std::int64_t size() const override;

 protected:
  std::int64_t samples() const { return samples_; }
  /// All samples, as the data has them.
  std::vector<std::int64_t> in_order() const;
  /// This rank's part of an order of all samples.
  std::vector<std::int64_t> part_of(const std::vector<std::int64_t>& order) const;

 private:
  std::int64_t samples_;
  SamplerPlace place_;
};

/// The key of the numbers by which an epoch is shuffled.
Random::Key epoch_key(std::uint64_t seed, std::int64_t epoch);

/// Fisher and Yates' shuffle of `count` items.
template <class Item>
void shuffle(Item* items, std::size_t count, Random& random) {
  for (std::size_t i = count; i > 1; --i) std::swap(items[i - 1], items[random.below(i)]);
}

/// The same of a whole list, by the numbers of a key.
template <class Item>
void shuffle(std::vector<Item>& items, const Random::Key& key) {
  Random random(key);
  shuffle(items.data(), items.size(), random);
}

}  // namespace trainer
