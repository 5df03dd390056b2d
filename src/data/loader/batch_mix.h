#pragma once
#include <cstdint>
#include <vector>

#include "data/box.h"

namespace trainer {

/// How often and how strongly batches are mixed with themselves.
struct BatchMixOptions {
  double mixup = 0;  ///< alpha of mixup (Zhang et al., 2018); 0: off
  double cutmix =
      0;         ///< alpha of CutMix (Yun et al., 2019); 0: off. With both, each batch draws one
  double p = 1;  ///< share of batches that are mixed
  bool on() const { return (mixup > 0 || cutmix > 0) && p > 0; }
};

/// What becomes of one batch: image i is mixed with image i - 1, the first with the last, all by
/// the same numbers, as torchvision's MixUp and CutMix do it. Any number of images will do.
struct BatchMix {
  enum class Kind { none, mixup, cutmix };
  Kind kind = Kind::none;
  double share = 1;  ///< of an image's own label; the rest is its partner's
  Box box;           ///< of CutMix: the part that is the partner's
  bool operator==(const BatchMix&) const = default;
};

/// A function of its arguments alone. `batch` counts from 0 in its epoch.
BatchMix draw_batch_mix(const BatchMixOptions& options,
                        std::uint64_t seed,
                        std::int64_t epoch,
                        std::int64_t batch,
                        int height,
                        int width);

/// Soft labels [count, classes] of a mixed batch.
void mix_labels(const BatchMix& mix,
                const std::vector<std::int64_t>& labels,
                std::int64_t classes,
                std::vector<float>& soft);

/// Mixes the bytes of one image [height, width, channels] with those of its partner, rounded: what
/// a preview shows. Training mixes after normalisation.
void mix_pixels(const BatchMix& mix,
                int height,
                int width,
                int channels,
                const std::uint8_t* partner,
                std::uint8_t* image);

}  // namespace trainer
