#include "data/loader/split_sampler.h"

#include <numeric>

#include <trainer/error.h>

namespace trainer {

SplitSampler::SplitSampler(std::int64_t samples, SamplerPlace place)
    : samples_(samples), place_(place) {
  TRAINER_ASSERT(samples >= 0, "a number of samples");
  TRAINER_ASSERT(place.world_size >= 1 && place.rank >= 0 && place.rank < place.world_size,
                 "a rank below the world size");
}

std::int64_t SplitSampler::size() const {
  return (samples_ - place_.rank + place_.world_size - 1) / place_.world_size;
}

std::vector<std::int64_t> SplitSampler::in_order() const {
  std::vector<std::int64_t> order(static_cast<std::size_t>(samples_));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  return order;
}

std::vector<std::int64_t> SplitSampler::part_of(const std::vector<std::int64_t>& order) const {
  std::vector<std::int64_t> part;
  const auto step = static_cast<std::size_t>(place_.world_size);
  part.reserve(order.size() / step + 1);
  for (auto i = static_cast<std::size_t>(place_.rank); i < order.size(); i += step) {
    part.push_back(order[i]);
  }
  return part;
}

Random::Key epoch_key(std::uint64_t seed, std::int64_t epoch) {
  return {.seed = seed, .use = RandomUse::shuffle, .epoch = static_cast<std::uint64_t>(epoch)};
}

}  // namespace trainer
