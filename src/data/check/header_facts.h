#pragma once
#include <cstdint>
#include <span>

#include "data/decode/image_info.h"

namespace trainer {

/// What a file's header says about its pixels beyond their number; of no use to decoding itself.
struct HeaderFacts {
  bool gray = false;
  bool palette = false;
  bool cmyk = false;
  bool deep = false;     ///< 16 bits a sample
  bool alpha = false;    ///< or a transparent colour
  bool turned = false;   ///< EXIF asks for another orientation; a TIFF's own is always followed
  bool several = false;  ///< more than one frame or page
};

/// Reads them from the content of a file of this format. Never throws: what a damaged header does
/// not say stays false.
HeaderFacts read_header_facts(std::span<const std::uint8_t> bytes, ImageFormat format);

}  // namespace trainer
