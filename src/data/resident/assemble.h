#pragma once
#include <cstdint>

#include <trainer/transform.h>

#include "data/loader/batch.h"
#include "data/transforms/window_plan.h"

namespace trainer {

/// Carries a plan out: writes what it makes of `image` to `out`, which has the size of its window
/// and rows without a gap.
void assemble(const ImageView& image, const WindowPlan& plan, const MutableImageView& out);

/// Writes the pixels of rows `begin` to before `end` of a batch of resident images to `out`
/// [end - begin, height, width, channels].
void assemble_rows(const Batch& batch, std::int64_t begin, std::int64_t end, std::uint8_t* out);

}  // namespace trainer
