#include "data/transforms/kernels/color/levels.h"

#include <cstddef>

namespace trainer {
namespace {

template <int kChannels>
void map_rows(const ImageView& in, const MutableImageView& out, const ChannelLevels& levels) {
  for (int y = 0; y < in.height; ++y) {
    const std::uint8_t* from = in.row(y);
    std::uint8_t* to = out.row(y);
    for (int x = 0; x < in.width; ++x, from += kChannels, to += kChannels) {
      for (std::size_t c = 0; c < kChannels; ++c) to[c] = levels[c][from[c]];
    }
  }
}

}  // namespace

Levels inverted_levels() {
  return solarized_levels(0);
}

Levels solarized_levels(double threshold) {
  Levels levels{};
  for (std::size_t i = 0; i < levels.size(); ++i) {
    levels[i] = static_cast<std::uint8_t>(static_cast<double>(i) < threshold ? i : 255 - i);
  }
  return levels;
}

Levels posterized_levels(int bits) {
  const auto mask = 0xFFU & ~((1U << (8 - bits)) - 1U);
  Levels levels{};
  for (std::size_t i = 0; i < levels.size(); ++i) {
    levels[i] = static_cast<std::uint8_t>(static_cast<unsigned>(i) & mask);
  }
  return levels;
}

void map_levels(const ImageView& in, const MutableImageView& out, const Levels& levels) {
  const auto bytes = static_cast<std::size_t>(in.width) * static_cast<std::size_t>(in.channels);
  for (int y = 0; y < in.height; ++y) {
    const std::uint8_t* from = in.row(y);
    std::uint8_t* to = out.row(y);
    for (std::size_t i = 0; i < bytes; ++i) to[i] = levels[from[i]];
  }
}

void map_levels(const ImageView& in, const MutableImageView& out, const ChannelLevels& levels) {
  switch (in.channels) {
    case 1:
      return map_rows<1>(in, out, levels);
    case 2:
      return map_rows<2>(in, out, levels);
    case 3:
      return map_rows<3>(in, out, levels);
    default:
      return map_rows<4>(in, out, levels);
  }
}

}  // namespace trainer
