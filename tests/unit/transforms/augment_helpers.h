#pragma once
#include <memory>
#include <string>
#include <vector>

#include "data/transforms/keyed_random.h"
#include "unit/transforms/helpers.h"

namespace trainer::testing {

/// One transform as it stands in a configuration, `{rotation: 10}`.
inline std::unique_ptr<Transform> made(const std::string& yaml, TransformRequest request = {}) {
  return make_transform(components("[" + yaml + "]").front(), request);
}

/// What a transform makes of noise with the numbers of sample `index`.
inline std::vector<std::uint8_t> of_noise(const Transform& transform,
                                          const ImageShape& shape,
                                          std::int64_t index,
                                          std::int64_t epoch = 1) {
  KeyedRandom random({7, epoch, index, 0}, 0);
  return applied(transform, noise(shape.height, shape.width, shape.channels, 2), shape, random);
}

/// Share of samples that a transform changes.
inline double changed_share(const Transform& transform, int samples = 1000) {
  const ImageShape shape = {6, 7, 3};
  const std::vector<std::uint8_t> pixels = noise(6, 7, 3, 2);
  int changed = 0;
  for (int i = 0; i < samples; ++i) changed += of_noise(transform, shape, i) != pixels ? 1 : 0;
  return static_cast<double>(changed) / samples;
}

}  // namespace trainer::testing
