#include "data/loader/sampler.h"

#include <cstddef>
#include <numeric>
#include <utility>

#include <trainer/error.h>

#include "base/random.h"

namespace trainer {
namespace {

/// Every world_size-th sample of the epoch's order, from `rank` on.
std::vector<std::int64_t> part_of(const std::vector<std::int64_t>& order,
                                  const SamplerPlace& place) {
  std::vector<std::int64_t> part;
  const auto step = static_cast<std::size_t>(place.world_size);
  part.reserve(order.size() / step + 1);
  for (auto i = static_cast<std::size_t>(place.rank); i < order.size(); i += step) {
    part.push_back(order[i]);
  }
  return part;
}

class SplitSampler : public Sampler {
 public:
  SplitSampler(std::int64_t samples, SamplerPlace place) : samples_(samples), place_(place) {
    TRAINER_ASSERT(samples >= 0, "a number of samples");
    TRAINER_ASSERT(place.world_size >= 1 && place.rank >= 0 && place.rank < place.world_size,
                   "a rank below the world size");
  }

  std::int64_t size() const override {
    return (samples_ - place_.rank + place_.world_size - 1) / place_.world_size;
  }

 protected:
  std::vector<std::int64_t> in_order() const {
    std::vector<std::int64_t> order(static_cast<std::size_t>(samples_));
    std::iota(order.begin(), order.end(), std::int64_t{0});
    return order;
  }
  const SamplerPlace& place() const { return place_; }

 private:
  std::int64_t samples_;
  SamplerPlace place_;
};

class SequentialSampler final : public SplitSampler {
 public:
  using SplitSampler::SplitSampler;
  std::vector<std::int64_t> epoch(std::int64_t) const override {
    return part_of(in_order(), place());
  }
};

/// Fisher and Yates' shuffle of the whole, the same on every rank; then the rank's part.
class ShuffleSampler final : public SplitSampler {
 public:
  ShuffleSampler(std::int64_t samples, std::uint64_t seed, SamplerPlace place)
      : SplitSampler(samples, place), seed_(seed) {}

  std::vector<std::int64_t> epoch(std::int64_t epoch) const override {
    std::vector<std::int64_t> order = in_order();
    Random::Key key;
    key.seed = seed_;
    key.use = RandomUse::shuffle;
    key.epoch = static_cast<std::uint64_t>(epoch);
    Random random(key);
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[random.below(i)]);
    }
    return part_of(order, place());
  }

 private:
  std::uint64_t seed_;
};

}  // namespace

std::unique_ptr<Sampler> make_shuffle_sampler(std::int64_t samples,
                                              std::uint64_t seed,
                                              SamplerPlace place) {
  return std::make_unique<ShuffleSampler>(samples, seed, place);
}

std::unique_ptr<Sampler> make_sequential_sampler(std::int64_t samples, SamplerPlace place) {
  return std::make_unique<SequentialSampler>(samples, place);
}

}  // namespace trainer
