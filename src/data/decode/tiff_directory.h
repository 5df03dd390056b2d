#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "data/decode/byte_view.h"

namespace trainer {

/// A TIFF's first directory, in either byte order; an EXIF block is one, too. What lies beyond the
/// end of the bytes is 0, and `overrun` tells.
class TiffDirectory {
 public:
  explicit TiffDirectory(std::span<const std::uint8_t> bytes)
      : view_(bytes), little_(view_.u8(0) == 'I'), start_(u32(4)), entries_(u16(start_)) {}

  std::uint32_t u16(std::size_t at) { return little_ ? view_.le16(at) : view_.be16(at); }
  std::uint32_t u32(std::size_t at) { return little_ ? view_.le32(at) : view_.be32(at); }
  bool overrun() const { return view_.overrun(); }
  std::size_t size() const { return view_.size(); }

  /// Where the entry with this tag stands; 0: there is none.
  std::size_t find(std::uint32_t tag) {
    for (std::size_t i = 0; i < entries_ && !overrun(); ++i) {
      const std::size_t at = start_ + 2 + 12 * i;
      if (u16(at) == tag) return at;
    }
    return 0;
  }
  std::uint32_t count(std::size_t entry) { return entry == 0 ? 0 : u32(entry + 4); }
  /// Values that do not fit the entry's four bytes stand elsewhere.
  std::uint32_t value(std::size_t entry, std::size_t index = 0) {
    constexpr std::uint32_t kShort = 3;
    const std::size_t bytes = u16(entry + 2) == kShort ? 2 : 4;
    const std::size_t place = count(entry) * bytes > 4 ? u32(entry + 8) : entry + 8;
    return bytes == 2 ? u16(place + 2 * index) : u32(place + 4 * index);
  }
  std::uint32_t first(std::uint32_t tag, std::uint32_t otherwise) {
    const std::size_t entry = find(tag);
    return entry == 0 ? otherwise : value(entry);
  }
  /// Whether another directory, a further page, follows.
  bool has_next() { return u32(start_ + 2 + 12 * entries_) != 0 && !overrun(); }

 private:
  ByteView view_;
  bool little_;
  std::size_t start_;
  std::size_t entries_;
};

}  // namespace trainer
