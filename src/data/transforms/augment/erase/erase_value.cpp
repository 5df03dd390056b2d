#include "data/transforms/augment/erase/erase_value.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "data/transforms/fill_option.h"
#include "data/transforms/kernels/paint.h"

namespace trainer {
namespace {

void paint_noise(const Box& box, const MutableImageView& image, RandomSource& random) {
  for (int y = box.y; y < box.y + box.height; ++y) {
    std::uint8_t* to = image.row(y) + std::ptrdiff_t{box.x} * image.channels;
    std::uint32_t bits = 0;
    for (int i = 0; i < box.width * image.channels; ++i, bits >>= 8) {
      if (i % 4 == 0) bits = random.next();
      to[i] = static_cast<std::uint8_t>(bits & 0xFFU);
    }
  }
}

/// Of each channel over the whole image, rounded.
PixelFill mean_of(const MutableImageView& image) {
  const auto channels = static_cast<std::size_t>(image.channels);
  std::array<std::uint64_t, 4> sums{};
  for (int y = 0; y < image.height; ++y) {
    const std::uint8_t* row = image.row(y);
    for (int x = 0; x < image.width; ++x) {
      for (std::size_t c = 0; c < channels; ++c) sums[c] += *row++;
    }
  }
  const auto pixels =
      static_cast<std::uint64_t>(image.height) * static_cast<std::uint64_t>(image.width);
  PixelFill mean{};
  for (std::size_t c = 0; c < channels; ++c) {
    mean[c] = static_cast<std::uint8_t>((sums[c] + pixels / 2) / pixels);
  }
  return mean;
}

}  // namespace

EraseValue::EraseValue(const EraseOption& option, int channels) {
  if (option.is("noise")) {
    kind_ = Kind::noise;
  } else if (option.is("mean")) {
    kind_ = Kind::mean;
  } else {
    fill_ = pixel_fill("value", option.value, channels);
  }
}

std::optional<PixelFill> EraseValue::constant() const {
  if (kind_ == Kind::constant) return fill_;
  return {};
}

void EraseValue::paint(const Box& box, const MutableImageView& image, RandomSource& random) const {
  switch (kind_) {
    case Kind::constant:
      return paint_box(box, fill_, image);
    case Kind::noise:
      return paint_noise(box, image, random);
    case Kind::mean:
      return paint_box(box, mean_of(image), image);
  }
}

}  // namespace trainer
