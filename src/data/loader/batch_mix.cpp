#include "data/loader/batch_mix.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "base/random.h"
#include "data/transforms/augment/policies/dirichlet.h"
#include "data/transforms/keyed_random.h"

namespace trainer {
namespace {

double draw_beta(double alpha, RandomSource& random) {
  std::array<double, 2> shares{};
  draw_dirichlet(alpha, random, shares);
  return shares[0];
}

/// The partner's box covers 1 - share of the image around a point anywhere in it; what lies outside
/// is cut off, and counts no more.
void draw_box(int height, int width, RandomSource& random, BatchMix& mix) {
  const double half = 0.5 * std::sqrt(1.0 - mix.share);
  const int x = static_cast<int>(random.below(static_cast<std::uint64_t>(width)));
  const int y = static_cast<int>(random.below(static_cast<std::uint64_t>(height)));
  const int half_width = static_cast<int>(half * width);
  const int half_height = static_cast<int>(half * height);
  const int left = std::max(x - half_width, 0), right = std::min(x + half_width, width);
  const int top = std::max(y - half_height, 0), bottom = std::min(y + half_height, height);
  mix.box = {left, top, right - left, bottom - top};
  mix.share = 1.0 - static_cast<double>(mix.box.width) * mix.box.height /
                        (static_cast<double>(width) * height);
}

}  // namespace

BatchMix draw_batch_mix(const BatchMixOptions& options,
                        std::uint64_t seed,
                        std::int64_t epoch,
                        std::int64_t batch,
                        int height,
                        int width) {
  BatchMix mix;
  if (!options.on()) return mix;
  RandomStream random({.seed = seed,
                       .use = RandomUse::batch_mix,
                       .epoch = static_cast<std::uint64_t>(epoch),
                       .index = static_cast<std::uint64_t>(batch)});
  if (options.p < 1 && random.uniform() >= options.p) return mix;
  const bool both = options.mixup > 0 && options.cutmix > 0;
  const bool cut = both ? random.uniform() < 0.5 : options.cutmix > 0;
  mix.kind = cut ? BatchMix::Kind::cutmix : BatchMix::Kind::mixup;
  mix.share = draw_beta(cut ? options.cutmix : options.mixup, random);
  if (cut) draw_box(height, width, random, mix);
  return mix;
}

void mix_labels(const BatchMix& mix,
                const std::vector<std::int64_t>& labels,
                std::int64_t classes,
                std::vector<float>& soft) {
  const std::size_t count = labels.size();
  soft.assign(count * static_cast<std::size_t>(classes), 0.0F);
  const auto own = static_cast<float>(mix.share), others = static_cast<float>(1.0 - mix.share);
  for (std::size_t i = 0; i < count; ++i) {
    float* row = soft.data() + i * static_cast<std::size_t>(classes);
    const std::int64_t partner = labels[i == 0 ? count - 1 : i - 1];
    row[static_cast<std::size_t>(labels[i])] += own;
    row[static_cast<std::size_t>(partner)] += others;
  }
}

void mix_pixels(const BatchMix& mix,
                int height,
                int width,
                int channels,
                const std::uint8_t* partner,
                std::uint8_t* image) {
  const auto row = static_cast<std::ptrdiff_t>(width) * channels;
  if (mix.kind == BatchMix::Kind::mixup) {
    const auto bytes = static_cast<std::size_t>(row) * static_cast<std::size_t>(height);
    for (std::size_t i = 0; i < bytes; ++i) {
      image[i] = static_cast<std::uint8_t>(
          std::lround(mix.share * image[i] + (1.0 - mix.share) * partner[i]));
    }
  } else if (mix.kind == BatchMix::Kind::cutmix) {
    const std::ptrdiff_t left = static_cast<std::ptrdiff_t>(mix.box.x) * channels;
    const auto bytes = static_cast<std::ptrdiff_t>(mix.box.width) * channels;
    for (int y = mix.box.y; y < mix.box.y + mix.box.height; ++y) {
      std::copy_n(partner + y * row + left, bytes, image + y * row + left);
    }
  }
}

}  // namespace trainer
