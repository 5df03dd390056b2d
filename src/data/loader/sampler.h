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

/// As many samples an epoch as there are, of each class its share by `class_weights`: equal weights
/// are equally many of every class, whatever the data has of it. A class goes through all its
/// samples before one comes again, over the ends of epochs too. `labels` are indices of
/// `class_weights`; a class of weight 0 is left out. Throws UsageError where no sample has a weight
/// above 0.
std::unique_ptr<Sampler> make_class_sampler(const std::vector<std::int64_t>& labels,
                                            const std::vector<double>& class_weights,
                                            std::uint64_t seed,
                                            SamplerPlace place = {});

/// Repeated augmentation (Hoffer et al., 2019): each of an epoch's samples comes `times` times in a
/// row, each time augmented anew; the epoch keeps its length and has fewer different samples. Ranks
/// get different turns of the same samples.
std::unique_ptr<Sampler> make_repeated_sampler(std::int64_t samples,
                                               int times,
                                               std::uint64_t seed,
                                               SamplerPlace place = {});

}  // namespace trainer
