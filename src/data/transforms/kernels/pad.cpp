#include "data/transforms/kernels/pad.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace trainer {
namespace {

/// The source position that stands at `i`, which may lie outside of 0 … size-1; -1: the fill.
int source_position(int i, int size, PaddingMode mode) {
  if (i >= 0 && i < size) return i;
  switch (mode) {
    case PaddingMode::constant:
      return -1;
    case PaddingMode::edge:
      return std::clamp(i, 0, size - 1);
    case PaddingMode::reflect: {
      if (size == 1) return 0;
      const int period = 2 * (size - 1);
      const int at = ((i % period) + period) % period;
      return at < size ? at : period - at;
    }
    case PaddingMode::symmetric: {
      const int period = 2 * size;
      const int at = ((i % period) + period) % period;
      return at < size ? at : period - 1 - at;
    }
  }
  return -1;
}

}  // namespace

void crop_padded(const ImageView& in,
                 int left,
                 int top,
                 PaddingMode mode,
                 const std::array<std::uint8_t, 4>& fill,
                 const MutableImageView& out) {
  const auto pixel = static_cast<std::size_t>(in.channels);
  // Columns from `inner` to before `inner_end` lie inside of the image: one copy a row.
  const int inner = std::clamp(-left, 0, out.width);
  const int inner_end = std::clamp(in.width - left, inner, out.width);
  const auto put = [&](const std::uint8_t* row, std::uint8_t* target, int x) {
    const int from = row == nullptr ? -1 : source_position(x + left, in.width, mode);
    const std::uint8_t* source = from < 0 ? fill.data() : row + from * in.channels;
    std::memcpy(target + x * in.channels, source, pixel);
  };
  for (int y = 0; y < out.height; ++y) {
    const int from = source_position(y + top, in.height, mode);
    const std::uint8_t* row = from < 0 ? nullptr : in.row(from);
    std::uint8_t* target = out.row(y);
    if (row == nullptr) {
      for (int x = 0; x < out.width; ++x) put(nullptr, target, x);
      continue;
    }
    for (int x = 0; x < inner; ++x) put(row, target, x);
    if (inner_end > inner) {
      std::memcpy(target + inner * in.channels,
                  row + (inner + left) * in.channels,
                  static_cast<std::size_t>(inner_end - inner) * pixel);
    }
    for (int x = inner_end; x < out.width; ++x) put(row, target, x);
  }
}

}  // namespace trainer
