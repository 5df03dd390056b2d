#include "data/loader/window_sampler.h"

#include <algorithm>
#include <cstddef>

#include <trainer/error.h>

#include "base/text.h"
#include "data/loader/split_sampler.h"

namespace trainer {
namespace {

/// Blocks of a window: enough that it mixes many places of the data, few enough that each is read
/// in one go.
constexpr std::int64_t kBlocksOfWindow = 16;

/// Apart from the other uses of an epoch's key.
constexpr std::uint32_t kOperation = 2;

struct Block {
  std::int64_t first = 0, count = 0;
};

/// Cuts `count` samples into as few blocks as `longest` allows, of lengths that differ by 1.
void cut(std::int64_t first, std::int64_t count, std::int64_t longest, std::vector<Block>& blocks) {
  const std::int64_t parts = (count + longest - 1) / longest;
  for (std::int64_t i = 0; i < parts; ++i) {
    const std::int64_t begin = count / parts * i + std::min(i, count % parts);
    blocks.push_back({first + begin, count / parts + (i < count % parts ? 1 : 0)});
  }
}

std::vector<Block> blocks_of(std::int64_t samples,
                             std::vector<std::int64_t> starts,
                             std::int64_t longest) {
  if (starts.empty()) starts.push_back(0);
  if (starts.front() != 0 || !std::is_sorted(starts.begin(), starts.end()) ||
      starts.back() > samples) {
    throw UsageError(
        concat("expected the first samples of a data set's files (shard_starts) to "
               "ascend from 0 to at most ",
               samples));
  }
  starts.push_back(samples);
  std::vector<Block> blocks;
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    cut(starts[i], starts[i + 1] - starts[i], longest, blocks);
  }
  return blocks;
}

class WindowSampler final : public SplitSampler {
 public:
  WindowSampler(std::int64_t samples,
                const std::vector<std::int64_t>& shard_starts,
                const WindowShape& shape,
                std::uint64_t seed,
                SamplerPlace place)
      : SplitSampler(samples, place),
        size_(shape.size),
        seed_(seed),
        blocks_(blocks_of(samples, shard_starts, block_length(shape))) {}

  std::vector<std::int64_t> epoch(std::int64_t epoch) const override {
    Random::Key key = epoch_key(seed_, epoch);
    if (size_ >= samples()) {
      std::vector<std::int64_t> order = in_order();
      shuffle(order, key);
      return part_of(order);
    }
    key.operation = kOperation;
    Random random(key);
    std::vector<std::int64_t> order = row_of_blocks(random);
    shuffle_windows(order, random);
    return part_of(order);
  }

 private:
  std::vector<std::int64_t> row_of_blocks(Random& random) const {
    std::vector<Block> blocks = blocks_;
    shuffle(blocks.data(), blocks.size(), random);
    std::vector<std::int64_t> row;
    row.reserve(static_cast<std::size_t>(samples()));
    for (const Block& block : blocks) {
      for (std::int64_t i = 0; i < block.count; ++i) row.push_back(block.first + i);
    }
    return row;
  }

  /// The first window's length is drawn: else the same blocks would often share a window.
  void shuffle_windows(std::vector<std::int64_t>& row, Random& random) const {
    const auto size = static_cast<std::size_t>(size_);
    std::size_t end = 1 + static_cast<std::size_t>(random.below(size));
    for (std::size_t begin = 0; begin < row.size(); begin = end, end += size) {
      end = std::min(end, row.size());
      shuffle(row.data() + begin, end - begin, random);
    }
  }

  std::int64_t size_;
  std::uint64_t seed_;
  std::vector<Block> blocks_;
};

}  // namespace

std::int64_t block_length(const WindowShape& shape) {
  TRAINER_ASSERT(shape.size >= 1 && shape.block >= 0, "a window and a block of samples");
  return shape.block > 0 ? shape.block : std::max<std::int64_t>(1, shape.size / kBlocksOfWindow);
}

std::unique_ptr<Sampler> make_window_sampler(std::int64_t samples,
                                             const std::vector<std::int64_t>& shard_starts,
                                             const WindowShape& shape,
                                             std::uint64_t seed,
                                             SamplerPlace place) {
  return std::make_unique<WindowSampler>(samples, shard_starts, shape, seed, place);
}

}  // namespace trainer
