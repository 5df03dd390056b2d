#pragma once
#include <cstdint>

/// Numbers of the zip format that reader and writer share (PKWARE's APPNOTE.TXT, 4.3).
namespace trainer::zip {

constexpr std::uint32_t kLocalHeader = 0x04034b50;
constexpr std::uint32_t kCentralHeader = 0x02014b50;
constexpr std::uint32_t kEnd = 0x06054b50;
constexpr std::uint32_t kEnd64 = 0x06064b50;
constexpr std::uint32_t kEnd64Locator = 0x07064b50;
constexpr std::size_t kLocalHeaderSize = 30;
constexpr std::size_t kCentralHeaderSize = 46;
constexpr std::size_t kEndSize = 22;
constexpr std::size_t kEnd64Size = 56;
constexpr std::size_t kEnd64LocatorSize = 20;
constexpr std::uint16_t kExtra64 = 0x0001;
constexpr std::uint16_t kExtraPadding = 0x4246;  // "FB", as torch.save names it
constexpr std::uint32_t kMax32 = 0xFFFFFFFF;     // the true value stands in the zip64 extra field
constexpr std::uint16_t kMax16 = 0xFFFF;
constexpr std::size_t kDataAlignment = 64;

}  // namespace trainer::zip
