#include "data/transforms/fill_option.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {

PixelFill pixel_fill(const char* key, const std::vector<int>& values, int channels) {
  if (values.size() != 1 && values.size() != static_cast<std::size_t>(channels)) {
    throw UsageError(concat(key,
                            ": expected 1 value or one for each of ",
                            counted(channels, "channel"),
                            ", got ",
                            values.size()));
  }
  PixelFill fill{};
  for (std::size_t c = 0; c < fill.size(); ++c) {
    fill[c] = static_cast<std::uint8_t>(values[std::min(c, values.size() - 1)]);
  }
  return fill;
}

}  // namespace trainer
