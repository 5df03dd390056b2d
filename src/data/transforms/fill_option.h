#pragma once
#include <vector>

#include "data/transforms/kernels/warp/warp.h"

namespace trainer {

/// The fill as it is written, one value or one a channel, for `channels` channels. Throws
/// UsageError (naming `key`) on another number of values.
PixelFill pixel_fill(const char* key, const std::vector<int>& values, int channels);

}  // namespace trainer
