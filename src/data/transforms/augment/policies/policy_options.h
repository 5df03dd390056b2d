#pragma once
#include <string>
#include <vector>

#include "data/transforms/augment/policies/operation.h"
#include "data/transforms/augment/spatial/warp_options.h"
#include "data/transforms/fill_option.h"

namespace trainer {

/// Adds the two keys that say how a policy's operations move pixels.
template <class Options>
OptionTableOf<Options> with_warp_style(OptionTableOf<Options> table) {
  table
      .add("interpolation",
           &Options::interpolation,
           "how pixels in between are found, where pixels move")
      .choices(warp_filter_words())
      .add("fill", &Options::fill, "value beyond the border, or one for each channel")
      .range(0, 255)
      .items(1, 4)
      .one_as_list();
  return table;
}

template <class Options>
WarpStyle warp_style(const Options& options, int channels) {
  return {warp_filter_named(options.interpolation), pixel_fill("fill", options.fill, channels)};
}

}  // namespace trainer
