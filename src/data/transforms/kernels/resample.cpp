#include "data/transforms/kernels/resample.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include <trainer/error.h>

namespace trainer {
namespace {

constexpr std::int32_t kHalf = 1 << (kWeightBits - 1);
// Bytes of a row that one inner loop of the vertical pass works on: its sums stay in registers or
// the nearest cache.
constexpr int kColumnBlock = 64;

std::uint8_t to_pixel(std::int32_t sum) {
  return static_cast<std::uint8_t>(std::clamp(sum >> kWeightBits, 0, 255));
}

/// Rows of `in` that are wanted, columns made by the weights; `in` starts at source column
/// `weights.begin - offset`.
template <int kChannels>
void horizontal_rows(const ImageView& in,
                     int column_offset,
                     const AxisWeights& weights,
                     bool mirror,
                     const MutableImageView& out) {
  for (int y = 0; y < out.height; ++y) {
    const std::uint8_t* source = in.row(y) - static_cast<std::ptrdiff_t>(column_offset) * kChannels;
    std::uint8_t* target = out.row(y);
    for (int x = 0; x < out.width; ++x) {
      const auto i = static_cast<std::size_t>(x);
      const std::uint8_t* pixel =
          source + static_cast<std::ptrdiff_t>(weights.first[i]) * kChannels;
      const std::int32_t* w = weights.weights.data() + i * static_cast<std::size_t>(weights.taps);
      std::int32_t sum[kChannels];
      for (int c = 0; c < kChannels; ++c) sum[c] = kHalf;
      const int taps = weights.count[i];
      for (int k = 0; k < taps; ++k, pixel += kChannels) {
        for (int c = 0; c < kChannels; ++c) sum[c] += pixel[c] * w[k];
      }
      std::uint8_t* to =
          target + static_cast<std::ptrdiff_t>(mirror ? out.width - 1 - x : x) * kChannels;
      for (int c = 0; c < kChannels; ++c) to[c] = to_pixel(sum[c]);
    }
  }
}

void horizontal_pass(const ImageView& in,
                     int column_offset,
                     const AxisWeights& weights,
                     bool mirror,
                     const MutableImageView& out) {
  switch (in.channels) {
    case 1:
      return horizontal_rows<1>(in, column_offset, weights, mirror, out);
    case 2:
      return horizontal_rows<2>(in, column_offset, weights, mirror, out);
    case 3:
      return horizontal_rows<3>(in, column_offset, weights, mirror, out);
    default:
      return horizontal_rows<4>(in, column_offset, weights, mirror, out);
  }
}

/// Sums `taps` rows, `stride` bytes apart, over `bytes` <= kColumnBlock columns.
void vertical_block(const std::uint8_t* source,
                    std::ptrdiff_t stride,
                    const std::int32_t* weights,
                    int taps,
                    int bytes,
                    std::uint8_t* target) {
  std::int32_t sums[kColumnBlock];
  for (int i = 0; i < bytes; ++i) sums[i] = kHalf;
  for (int k = 0; k < taps; ++k, source += stride) {
    const std::int32_t w = weights[k];
    for (int i = 0; i < bytes; ++i) sums[i] += source[i] * w;
  }
  for (int i = 0; i < bytes; ++i) target[i] = to_pixel(sums[i]);
}

/// Rows made by the weights; row 0 of `in` is source row `row_offset`.
void vertical_pass(const ImageView& in,
                   int row_offset,
                   const AxisWeights& weights,
                   const MutableImageView& out) {
  const int bytes = out.width * out.channels;
  for (int y = 0; y < out.height; ++y) {
    const auto i = static_cast<std::size_t>(y);
    const std::uint8_t* source = in.row(weights.first[i] - row_offset);
    const std::int32_t* w = weights.weights.data() + i * static_cast<std::size_t>(weights.taps);
    std::uint8_t* target = out.row(y);
    int x = 0;
    // The whole blocks have a length that the compiler knows.
    for (; x + kColumnBlock <= bytes; x += kColumnBlock) {
      vertical_block(source + x, in.stride, w, weights.count[i], kColumnBlock, target + x);
    }
    if (x < bytes)
      vertical_block(source + x, in.stride, w, weights.count[i], bytes - x, target + x);
  }
}

ImageView part(const ImageView& image, const Box& box) {
  return {image.row(box.y) + static_cast<std::ptrdiff_t>(box.x) * image.channels,
          box.height,
          box.width,
          image.channels,
          image.stride};
}

template <int kChannels>
void mirror_row(const std::uint8_t* in, std::uint8_t* out, int width) {
  const std::uint8_t* from = in + static_cast<std::ptrdiff_t>(width) * kChannels;
  for (int x = 0; x < width; ++x, out += kChannels) {
    from -= kChannels;
    for (int c = 0; c < kChannels; ++c) out[c] = from[c];
  }
}

MutableImageView scratch(std::vector<std::uint8_t>& memory, int height, int width, int channels) {
  const auto row = static_cast<std::size_t>(width) * static_cast<std::size_t>(channels);
  const std::size_t bytes = row * static_cast<std::size_t>(height);
  if (memory.size() < bytes) memory.resize(bytes);
  return {memory.data(), height, width, channels, static_cast<std::ptrdiff_t>(row)};
}

bool vertical_first(const ImageView& in, const ResizePlan& plan) {
  const std::int64_t less_height = std::int64_t{in.height} - plan.height;
  const std::int64_t less_width = std::int64_t{in.width} - plan.width;
  return plan.order == ResizeOrder::pillow13 && less_height > 0 && less_height > 2 * less_width;
}

}  // namespace

void copy_pixels(const ImageView& in, const MutableImageView& out, bool mirror) {
  const auto bytes = static_cast<std::size_t>(in.width) * static_cast<std::size_t>(in.channels);
  for (int y = 0; y < in.height; ++y) {
    if (!mirror) {
      std::memcpy(out.row(y), in.row(y), bytes);
    } else if (in.channels == 3) {
      mirror_row<3>(in.row(y), out.row(y), in.width);
    } else if (in.channels == 1) {
      mirror_row<1>(in.row(y), out.row(y), in.width);
    } else if (in.channels == 2) {
      mirror_row<2>(in.row(y), out.row(y), in.width);
    } else {
      mirror_row<4>(in.row(y), out.row(y), in.width);
    }
  }
}

void Resampler::run(const ImageView& in, const ResizePlan& plan, const MutableImageView& out) {
  TRAINER_ASSERT(in.channels >= 1 && in.channels <= 4 && out.channels == in.channels,
                 "resize of 1 to 4 channels");
  TRAINER_ASSERT(out.height == plan.window.height && out.width == plan.window.width,
                 "resize into the window's size");
  const Box& window = plan.window;
  const bool across = in.width != plan.width;
  const bool down = in.height != plan.height;
  // Without a pass along an axis the window is cut out of the source itself.
  const Box direct = {across ? 0 : window.x,
                      down ? 0 : window.y,
                      across ? in.width : window.width,
                      down ? in.height : window.height};
  const ImageView source = part(in, direct);
  if (across) {
    horizontal_.build(in.width, plan.width, window.x, window.x + window.width, plan.interpolation);
  }
  if (down) {
    vertical_.build(in.height, plan.height, window.y, window.y + window.height, plan.interpolation);
  }
  if (!across && !down) return copy_pixels(source, out, plan.mirror);
  if (!down) return horizontal_pass(source, 0, horizontal_, plan.mirror, out);
  if (!across && !plan.mirror) return vertical_pass(source, 0, vertical_, out);
  if (!across) {
    const MutableImageView whole = scratch(between_, out.height, out.width, in.channels);
    vertical_pass(source, 0, vertical_, whole);
    return copy_pixels(whole, out, true);
  }
  if (vertical_first(in, plan)) {
    const int columns = horizontal_.end - horizontal_.begin;
    const MutableImageView between = scratch(between_, out.height, columns, in.channels);
    vertical_pass(part(source, {horizontal_.begin, 0, columns, in.height}), 0, vertical_, between);
    horizontal_pass(between, horizontal_.begin, horizontal_, plan.mirror, out);
  } else {
    const int rows = vertical_.end - vertical_.begin;
    const MutableImageView between = scratch(between_, rows, out.width, in.channels);
    horizontal_pass(
        part(source, {0, vertical_.begin, in.width, rows}), 0, horizontal_, plan.mirror, between);
    vertical_pass(between, vertical_.begin, vertical_, out);
  }
}

}  // namespace trainer
