#include <array>
#include <cstddef>

#include "data/transforms/kernels/normalize_kernels.h"

namespace trainer {
namespace {

template <int kChannels, class Number>
void look_up(const std::array<std::array<Number, 256>, 4>& tables,
             const std::uint8_t* in,
             Number* out,
             std::int64_t pixels) {
  for (std::int64_t i = 0; i < pixels; ++i, in += kChannels, out += kChannels) {
    for (std::size_t c = 0; c < kChannels; ++c) out[c] = tables[c][in[c]];
  }
}

template <class Number>
void look_up(int channels,
             const std::array<std::array<Number, 256>, 4>& tables,
             const std::uint8_t* in,
             Number* out,
             std::int64_t pixels) {
  switch (channels) {
    case 1:
      return look_up<1>(tables, in, out, pixels);
    case 2:
      return look_up<2>(tables, in, out, pixels);
    case 3:
      return look_up<3>(tables, in, out, pixels);
    default:
      return look_up<4>(tables, in, out, pixels);
  }
}

void to_float(const NormalizeTables& tables,
              const std::uint8_t* in,
              float* out,
              std::int64_t pixels) {
  look_up(tables.channels, tables.floats, in, out, pixels);
}

void to_bfloat16(const NormalizeTables& tables,
                 const std::uint8_t* in,
                 Bfloat16* out,
                 std::int64_t pixels) {
  look_up(tables.channels, tables.bfloats, in, out, pixels);
}

}  // namespace

const NormalizeKernels& table_normalize_kernels() {
  static constexpr NormalizeKernels kernels = {"table", to_float, to_bfloat16};
  return kernels;
}

}  // namespace trainer
