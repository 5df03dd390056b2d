#include <array>
#include <cstddef>

#include <trainer/error.h>

#include "data/transforms/pipeline.h"

namespace trainer {
namespace {

// A pixel has 256 values: a table gives the exactly rounded result of both divisions for the price
// of one load, faster than dividing and closer to torchvision than a * x + b.
using ChannelTable = std::array<float, 256>;

ChannelTable table_of(float mean, float std) {
  ChannelTable table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const float scaled = static_cast<float>(i) / 255.0F;
    table[i] = (scaled - mean) / std;
  }
  return table;
}

template <int kChannels>
void look_up(const std::uint8_t* in, float* out, std::int64_t pixels, const ChannelTable* tables) {
  for (std::int64_t i = 0; i < pixels; ++i, in += kChannels, out += kChannels) {
    for (int c = 0; c < kChannels; ++c) out[c] = tables[c][in[c]];
  }
}

}  // namespace

void normalize_batch(const std::uint8_t* in,
                     float* out,
                     std::int64_t pixels,
                     int channels,
                     const Normalization& normalization) {
  const auto n = static_cast<std::size_t>(channels);
  TRAINER_ASSERT(channels >= 1 && channels <= 4, "pixels of 1 to 4 channels");
  TRAINER_ASSERT(normalization.mean.size() == n && normalization.std.size() == n,
                 "mean and std for each channel");
  std::array<ChannelTable, 4> tables;
  for (std::size_t c = 0; c < n; ++c) {
    tables[c] = table_of(normalization.mean[c], normalization.std[c]);
  }
  switch (channels) {
    case 1:
      return look_up<1>(in, out, pixels, tables.data());
    case 2:
      return look_up<2>(in, out, pixels, tables.data());
    case 3:
      return look_up<3>(in, out, pixels, tables.data());
    default:
      return look_up<4>(in, out, pixels, tables.data());
  }
}

}  // namespace trainer
