#include "data/transforms/kernels/color/histogram.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "data/transforms/kernels/color/levels.h"

namespace trainer {
namespace {

using Histogram = std::array<std::uint32_t, 256>;

template <int kChannels>
void count_row(const std::uint8_t* row, int width, std::array<Histogram, 4>& counts) {
  for (int x = 0; x < width; ++x, row += kChannels) {
    for (std::size_t c = 0; c < kChannels; ++c) ++counts[c][row[c]];
  }
}

std::array<Histogram, 4> histograms(const ImageView& image) {
  std::array<Histogram, 4> counts{};
  for (int y = 0; y < image.height; ++y) {
    const std::uint8_t* row = image.row(y);
    switch (image.channels) {
      case 1:
        count_row<1>(row, image.width, counts);
        break;
      case 2:
        count_row<2>(row, image.width, counts);
        break;
      case 3:
        count_row<3>(row, image.width, counts);
        break;
      default:
        count_row<4>(row, image.width, counts);
    }
  }
  return counts;
}

void keep(Levels& levels) {
  for (std::size_t i = 0; i < levels.size(); ++i) levels[i] = static_cast<std::uint8_t>(i);
}

/// The least and the greatest value that occurs; an image has at least one pixel.
struct Extent {
  std::size_t least = 0, greatest = 255;
  explicit Extent(const Histogram& counts) {
    while (least < 255 && counts[least] == 0) ++least;
    while (greatest > 0 && counts[greatest] == 0) --greatest;
  }
};

Levels equalized(const Histogram& counts, std::uint64_t pixels) {
  const Extent extent(counts);
  const std::uint64_t step = (pixels - counts[extent.greatest]) / 255;
  Levels levels{};
  if (extent.greatest <= extent.least || step == 0) {
    keep(levels);
    return levels;
  }
  std::uint64_t below = step / 2;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    levels[i] = static_cast<std::uint8_t>(std::min<std::uint64_t>(below / step, 255));
    below += counts[i];
  }
  return levels;
}

Levels stretched(const Histogram& counts) {
  const Extent extent(counts);
  Levels levels{};
  if (extent.greatest <= extent.least) {
    keep(levels);
    return levels;
  }
  const double scale = 255.0 / static_cast<double>(extent.greatest - extent.least);
  const double offset = -static_cast<double>(extent.least) * scale;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const double value = static_cast<double>(i) * scale + offset;
    levels[i] = static_cast<std::uint8_t>(std::clamp(value, 0.0, 255.0));
  }
  return levels;
}

}  // namespace

void equalize(const ImageView& in, const MutableImageView& out) {
  const std::array<Histogram, 4> counts = histograms(in);
  const auto pixels = static_cast<std::uint64_t>(in.height) * static_cast<std::uint64_t>(in.width);
  ChannelLevels levels;
  for (std::size_t c = 0; c < static_cast<std::size_t>(in.channels); ++c) {
    levels[c] = equalized(counts[c], pixels);
  }
  map_levels(in, out, levels);
}

void autocontrast(const ImageView& in, const MutableImageView& out) {
  const std::array<Histogram, 4> counts = histograms(in);
  ChannelLevels levels;
  for (std::size_t c = 0; c < static_cast<std::size_t>(in.channels); ++c) {
    levels[c] = stretched(counts[c]);
  }
  map_levels(in, out, levels);
}

}  // namespace trainer
