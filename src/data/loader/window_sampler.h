#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "data/loader/sampler.h"

namespace trainer {

struct WindowShape {
  std::int64_t size = 10000;  ///< samples that are shuffled with each other, >= 1
  std::int64_t block = 0;     ///< neighbouring samples that stay together at most; 0: size / 16
};

/// The length of blocks that `block` stands for.
std::int64_t block_length(const WindowShape& shape);

/// Every sample once, in an order that goes through the data nearly as it lies on the disk. The
/// files that hold many samples (`shard_starts`, as a data set gives them; empty: one file) are cut
/// into blocks; each epoch puts the blocks in a new order, cuts that row into windows of `size`
/// samples, the first one of a chance length up to that, and shuffles each window exactly. So a
/// sample comes less than `size` places from where its block's turn would have it. A window as
/// large as the data gives the very order of make_shuffle_sampler. Throws UsageError where
/// `shard_starts` do not ascend from 0.
std::unique_ptr<Sampler> make_window_sampler(std::int64_t samples,
                                             const std::vector<std::int64_t>& shard_starts,
                                             const WindowShape& shape,
                                             std::uint64_t seed,
                                             SamplerPlace place = {});

}  // namespace trainer
