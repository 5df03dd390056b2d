#include "data/resident/assemble.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "data/resident/resident_set.h"
#include "data/transforms/kernels/packed_view.h"
#include "data/transforms/kernels/paint.h"
#include "data/transforms/kernels/resample.h"

namespace trainer {
namespace {

bool inside(const Box& box, const ImageView& image) {
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= image.width &&
         box.y + box.height <= image.height;
}

}  // namespace

void assemble(const ImageView& image, const WindowPlan& plan, const MutableImageView& out) {
  const Box& window = plan.window;
  if (inside(window, image)) {
    const ImageView part{image.row(window.y) + std::ptrdiff_t{window.x} * image.channels,
                         window.height,
                         window.width,
                         image.channels,
                         image.stride};
    copy_pixels(part, out, plan.mirror);
  } else {
    const Padding& padding = *plan.padding;
    if (!plan.mirror) {
      crop_padded(image, window.x, window.y, padding.mode, padding.fill, out);
    } else {
      std::array<std::uint8_t, ResidentSet::kMostBytes>
          memory;  // NOLINT: crop_padded fills what is used
      const MutableImageView crop = packed_view(memory.data(), out.shape());
      crop_padded(image, window.x, window.y, padding.mode, padding.fill, crop);
      copy_pixels(crop, out, true);
    }
  }
  for (std::size_t i = 0; i < plan.box_count; ++i) {
    paint_box(plan.boxes[i].box, plan.boxes[i].fill, out);
  }
}

void assemble_rows(const Batch& batch, std::int64_t begin, std::int64_t end, std::uint8_t* out) {
  for (std::int64_t i = begin; i < end; ++i, out += batch.row_bytes()) {
    const auto row = static_cast<std::size_t>(i);
    assemble(batch.resident->image(batch.ids[row]),
             batch.windows[row],
             packed_view(out, batch.height, batch.width, batch.channels));
  }
}

}  // namespace trainer
