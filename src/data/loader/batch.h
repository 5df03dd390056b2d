#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/loader/batch_mix.h"
#include "data/transforms/window_plan.h"

namespace trainer {

class ResidentSet;

/// A batch of transformed images, before normalisation. `count` rows are valid; with
/// `on_bad_image: skip` that is fewer than asked for.
struct Batch {
  std::int64_t epoch = 0;  ///< from 1
  std::int64_t index = 0;  ///< of the batch in its epoch, from 0
  bool last_of_epoch = false;
  int count = 0;
  int height = 0, width = 0, channels = 0;
  /// [count, height, width, channels], owned by the slot; null: the images are windows of
  /// `resident` ones.
  std::uint8_t* images = nullptr;
  const ResidentSet* resident = nullptr;
  std::vector<WindowPlan> windows;   ///< [count] where `resident` is set
  std::vector<std::int64_t> labels;  ///< [count]
  BatchMix mix;                      ///< how the images are still to be mixed
  std::vector<float> soft_labels;    ///< [count, classes] when they are mixed, else empty
  std::vector<std::int64_t> ids;     ///< [count] sample indices in the data set
  std::vector<std::uint8_t> valid;   ///< [count] 0 for padding rows that must not be counted

  std::size_t row_bytes() const {
    return static_cast<std::size_t>(height) * static_cast<std::size_t>(width) *
           static_cast<std::size_t>(channels);
  }
};

}  // namespace trainer
