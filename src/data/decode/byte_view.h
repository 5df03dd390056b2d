#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace trainer {

/// Foreign bytes with checked access: reading past the end gives 0 and sets `overrun`.
class ByteView {
 public:
  explicit ByteView(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::size_t size() const { return bytes_.size(); }
  bool overrun() const { return overrun_; }

  std::uint32_t u8(std::size_t at) {
    if (at >= bytes_.size()) {
      overrun_ = true;
      return 0;
    }
    return bytes_[at];
  }
  std::uint32_t le16(std::size_t at) { return u8(at) | (u8(at + 1) << 8); }
  std::uint32_t be16(std::size_t at) { return (u8(at) << 8) | u8(at + 1); }
  std::uint32_t le24(std::size_t at) { return le16(at) | (u8(at + 2) << 16); }
  std::uint32_t le32(std::size_t at) { return le16(at) | (le16(at + 2) << 16); }
  std::uint32_t be32(std::size_t at) { return (be16(at) << 16) | be16(at + 2); }

  bool has(std::size_t at, std::string_view text) const {
    if (at > bytes_.size() || bytes_.size() - at < text.size()) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (bytes_[at + i] != static_cast<std::uint8_t>(text[i])) return false;
    }
    return true;
  }

 private:
  std::span<const std::uint8_t> bytes_;
  bool overrun_ = false;
};

}  // namespace trainer
