#include "data/transforms/kernels/resample.h"

#include <cstddef>
#include <cstring>

#include <trainer/error.h>

#include "base/scratch.h"
#include "data/transforms/kernels/packed_view.h"

namespace trainer {
namespace {

bool resizes_across(const ResizePlan& plan) {
  return plan.to_x > 0 || plan.source.width != plan.width;
}

bool resizes_down(const ResizePlan& plan) {
  return plan.to_y > 0 || plan.source.height != plan.height;
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
  grow_scratch(memory, bytes);
  return packed_view(memory.data(), height, width, channels);
}

bool vertical_first(const ResizePlan& plan) {
  const std::int64_t less_height = std::int64_t{plan.source.height} - plan.height;
  const std::int64_t less_width = std::int64_t{plan.source.width} - plan.width;
  return plan.order == ResizeOrder::pillow13 && less_height > 0 && less_height > 2 * less_width;
}

/// The part of `in` that is `box` of the image.
ImageView part(const PartialImage& in, const Box& box) {
  const ImageView& view = in.view;
  TRAINER_ASSERT(box.x >= in.x && box.y >= in.y && box.x + box.width <= in.x + view.width &&
                     box.y + box.height <= in.y + view.height,
                 "a resize of pixels that are there");
  return {view.row(box.y - in.y) + static_cast<std::ptrdiff_t>(box.x - in.x) * view.channels,
          box.height,
          box.width,
          view.channels,
          view.stride};
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

void Resampler::build(const ResizePlan& plan) {
  const Box& window = plan.window;
  if (resizes_across(plan)) {
    horizontal_.build({plan.source.width,
                       plan.width,
                       window.x,
                       window.x + window.width,
                       plan.interpolation,
                       plan.from_x,
                       plan.to_x});
  }
  if (resizes_down(plan)) {
    vertical_.build({plan.source.height,
                     plan.height,
                     window.y,
                     window.y + window.height,
                     plan.interpolation,
                     plan.from_y,
                     plan.to_y});
  }
}

Box Resampler::needed(const ResizePlan& plan) {
  build(plan);
  // Without a pass along an axis the window is cut out of the source itself.
  Box box = plan.window;
  if (resizes_across(plan)) {
    box.x = horizontal_.begin;
    box.width = horizontal_.end - horizontal_.begin;
  }
  if (resizes_down(plan)) {
    box.y = vertical_.begin;
    box.height = vertical_.end - vertical_.begin;
  }
  return {plan.source.x + box.x, plan.source.y + box.y, box.width, box.height};
}

void Resampler::run(const PartialImage& in, const ResizePlan& plan, const MutableImageView& out) {
  const int channels = in.view.channels;
  TRAINER_ASSERT(channels >= 1 && channels <= 4 && out.channels == channels,
                 "resize of 1 to 4 channels");
  TRAINER_ASSERT(out.height == plan.window.height && out.width == plan.window.width,
                 "resize into the window's size");
  const ImageView source = part(in, needed(plan));
  const bool across = resizes_across(plan);
  const bool down = resizes_down(plan);
  if (!across && !down) return copy_pixels(source, out, plan.mirror);
  if (!down) {
    return kernels_.horizontal(source, horizontal_.begin, horizontal_, plan.mirror, out);
  }
  if (!across && !plan.mirror) {
    return kernels_.vertical(source, vertical_.begin, vertical_, out);
  }
  if (!across) {
    const MutableImageView whole = scratch(between_, out.height, out.width, channels);
    kernels_.vertical(source, vertical_.begin, vertical_, whole);
    return copy_pixels(whole, out, true);
  }
  if (vertical_first(plan)) {
    const MutableImageView between = scratch(between_, out.height, source.width, channels);
    kernels_.vertical(source, vertical_.begin, vertical_, between);
    kernels_.horizontal(between, horizontal_.begin, horizontal_, plan.mirror, out);
  } else {
    const MutableImageView between = scratch(between_, source.height, out.width, channels);
    kernels_.horizontal(source, horizontal_.begin, horizontal_, plan.mirror, between);
    kernels_.vertical(between, vertical_.begin, vertical_, out);
  }
}

}  // namespace trainer
