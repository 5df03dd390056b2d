#pragma once
#include <cstdint>

#include "data/cache/cached_dataset.h"

namespace trainer {

/// Decodes whole images to the pixels that a pipeline of `channels` starts from. Images of more
/// than `max_pixels` are refused, as the pipeline refuses them; `exif`: turned upright.
CacheDecoder pixel_decoder(int channels, std::int64_t max_pixels, bool exif = false);

}  // namespace trainer
