#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <trainer/dataset.h>

#include "data/transforms/pipeline.h"

namespace trainer {

/// All images of a split as uint8 [size, height, width, channels] in one piece of memory, after the
/// transforms that are not random.
class ResidentSet {
 public:
  /// Longest side of the images for which keeping them resident pays.
  static constexpr int kMostSide = 64;
  static constexpr std::size_t kMostBytes = std::size_t{3} * kMostSide * kMostSide;

  /// Reads every image once. Throws DataError on one that cannot be used, OutOfMemoryError, Error
  /// with ExitCode::interrupted after request_stop(). `obstacle` must have been asked before.
  ResidentSet(const Dataset& dataset, const Pipeline& pipeline);

  /// Why a split cannot be resident within `most_bytes`; empty: it can.
  static std::string obstacle(const Dataset& dataset,
                              const Pipeline& pipeline,
                              std::uint64_t most_bytes);

  ImageView image(std::int64_t index) const;
  std::uint64_t bytes() const { return pixels_.size(); }

 private:
  ImageShape shape_;
  std::vector<std::uint8_t> pixels_;
};

}  // namespace trainer
