#include "data/transforms/kernels/color/hue.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "data/transforms/kernels/resample.h"

namespace trainer {
namespace {

struct Hsv {
  std::uint8_t hue, saturation, value;
};

// The mixture of float and double is Pillow's: every step rounds as it does there.
Hsv to_hsv(const std::uint8_t* rgb) {
  const int greatest = std::max({rgb[0], rgb[1], rgb[2]});
  const int least = std::min({rgb[0], rgb[1], rgb[2]});
  if (greatest == least) return {0, 0, static_cast<std::uint8_t>(greatest)};
  const auto span = static_cast<float>(greatest - least);
  const auto lack = [&](int c) { return static_cast<float>(greatest - rgb[c]) / span; };
  float sector = 0;
  if (rgb[0] == greatest) {
    sector = lack(2) - lack(1);
  } else if (rgb[1] == greatest) {
    sector = static_cast<float>(2.0 + static_cast<double>(lack(0)) - static_cast<double>(lack(2)));
  } else {
    sector = static_cast<float>(4.0 + static_cast<double>(lack(1)) - static_cast<double>(lack(0)));
  }
  double circle = static_cast<double>(sector) / 6.0 + 1.0;
  if (circle >= 1.0) circle -= 1.0;
  const float saturation = span / static_cast<float>(greatest);
  return {static_cast<std::uint8_t>(static_cast<float>(circle) * 255.0F),
          static_cast<std::uint8_t>(saturation * 255.0F),
          static_cast<std::uint8_t>(greatest)};
}

/// Where a hue lies: one of six sectors, and how far into it.
struct Sector {
  int number;
  float fraction;
};

const std::array<Sector, 256>& sectors() {
  static const std::array<Sector, 256> table = [] {
    std::array<Sector, 256> made{};
    for (std::size_t i = 0; i < made.size(); ++i) {
      const float place = static_cast<float>(i) * 6.0F / 255.0F;
      const float whole = std::floor(place);
      made[i] = {static_cast<int>(whole) % 6, place - whole};
    }
    return made;
  }();
  return table;
}

std::uint8_t rounded(float value) {
  return static_cast<std::uint8_t>(static_cast<int>(value + 0.5F));
}

void to_rgb(const Hsv& hsv, const Sector& sector, std::uint8_t* rgb) {
  const std::uint8_t top = hsv.value;
  if (hsv.saturation == 0) {
    rgb[0] = rgb[1] = rgb[2] = top;
    return;
  }
  const auto value = static_cast<float>(top);
  const float saturation = static_cast<float>(hsv.saturation) / 255.0F;
  const std::uint8_t low = rounded(value * (1.0F - saturation));
  const std::uint8_t falling = rounded(value * (1.0F - saturation * sector.fraction));
  const std::uint8_t rising = rounded(value * (1.0F - saturation * (1.0F - sector.fraction)));
  const std::array<std::array<std::uint8_t, 3>, 6> choices = {{{top, rising, low},
                                                               {falling, top, low},
                                                               {low, top, rising},
                                                               {low, falling, top},
                                                               {rising, low, top},
                                                               {top, low, falling}}};
  const auto& chosen = choices[static_cast<std::size_t>(sector.number)];
  std::copy(chosen.begin(), chosen.end(), rgb);
}

}  // namespace

void adjust_hue(const ImageView& in, const MutableImageView& out, double turns) {
  if (in.channels == 1) {
    if (in.pixels != out.pixels) copy_pixels(in, out, false);
    return;
  }
  const auto shift = static_cast<std::uint8_t>(static_cast<int>(turns * 255) & 0xFF);
  const std::array<Sector, 256>& table = sectors();
  for (int y = 0; y < in.height; ++y) {
    const std::uint8_t* from = in.row(y);
    std::uint8_t* to = out.row(y);
    for (int x = 0; x < in.width; ++x, from += 3, to += 3) {
      const Hsv hsv = to_hsv(from);
      to_rgb(hsv, table[static_cast<std::uint8_t>(hsv.hue + shift)], to);
    }
  }
}

}  // namespace trainer
