#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "data/decode/byte_view.h"

namespace trainer {

/// Goes through the segments of a JPEG up to its first scan. Like libjpeg, garbage between segments
/// is passed over up to the next marker. A damaged file ends the walk early; it never throws.
class JpegSegments {
 public:
  explicit JpegSegments(ByteView view) : view_(view) {}

  /// The next segment that has a length; false where there is no more.
  bool next() {
    at_ += length_;
    length_ = 0;
    while (at_ + 3 < view_.size()) {
      if (view_.u8(at_) != 0xff || view_.u8(at_ + 1) == 0xff || view_.u8(at_ + 1) == 0) {
        ++at_;
        continue;
      }
      marker_ = view_.u8(at_ + 1);
      at_ += 2;
      if (marker_ == 0x01 || (marker_ >= 0xd0 && marker_ <= 0xd8)) continue;
      if (marker_ == 0xd9 || marker_ == 0xda) return false;
      length_ = std::max<std::size_t>(2, view_.be16(at_));
      return true;
    }
    return false;
  }

  std::uint32_t marker() const { return marker_; }
  /// Where its length field stands; its content follows those two bytes.
  std::size_t at() const { return at_; }
  std::size_t length() const { return length_; }  ///< with the length field
  /// It says the size and the components of the image.
  bool is_frame() const {
    return marker_ >= 0xc0 && marker_ <= 0xcf && marker_ != 0xc4 && marker_ != 0xc8 &&
           marker_ != 0xcc;
  }

 private:
  ByteView view_;
  std::size_t at_ = 2, length_ = 0;
  std::uint32_t marker_ = 0;
};

}  // namespace trainer
