/// Foreign images: whatever the bytes are, the answer is pixels or a DataError.
/// Seeds: tests/data/decode.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <trainer/error.h>

#include "data/decode/decode.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::int64_t kMaxPixels = 1 << 20;
  static trainer::DecodedImage image;
  for (const int channels : {1, 3}) {
    try {
      trainer::decode_image({data, size}, channels, kMaxPixels, "fuzz", image);
      if (image.bytes() + trainer::DecodedImage::kPadding > image.pixels.size()) std::abort();
    } catch (const trainer::DataError&) {
      continue;
    }
  }
  return 0;
}
