#pragma once
#include <cstdint>
#include <memory>
#include <vector>

namespace trainer {

/// Which samples an epoch has, and in which order: a pure function of (seed, epoch, rank, world
/// size). Together the ranks cover every sample exactly once.
class Sampler {
 public:
  virtual ~Sampler() = default;
  /// Sample indices of this rank's part of `epoch` (from 1), in order.
  virtual std::vector<std::int64_t> epoch(std::int64_t epoch) const = 0;
  /// Length of that list; the same for every epoch.
  virtual std::int64_t size() const = 0;
};

struct SamplerPlace {
  int rank = 0;
  int world_size = 1;
};

std::unique_ptr<Sampler> make_shuffle_sampler(std::int64_t samples,
                                              std::uint64_t seed,
                                              SamplerPlace place = {});
std::unique_ptr<Sampler> make_sequential_sampler(std::int64_t samples, SamplerPlace place = {});

}  // namespace trainer
