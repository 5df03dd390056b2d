#include "base/crc32c.h"

#include <array>
#include <cstddef>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace trainer {
namespace {

using Table = std::array<std::uint32_t, 256>;

/// `tables[k][b]` is the effect of byte `b` with `k` bytes after it: eight lookups take eight
/// bytes.
constexpr std::array<Table, 8> make_tables() {
  constexpr std::uint32_t kPolynomial = 0x82F63B78;  // reversed
  std::array<Table, 8> tables{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) {
      value = (value >> 1) ^ ((value & 1) != 0 ? kPolynomial : 0);
    }
    tables[0][i] = value;
  }
  for (std::size_t k = 1; k < tables.size(); ++k) {
    for (std::size_t i = 0; i < 256; ++i) {
      const std::uint32_t before = tables[k - 1][i];
      tables[k][i] = (before >> 8) ^ tables[0][before & 0xFF];
    }
  }
  return tables;
}

constexpr std::array<Table, 8> kTables = make_tables();

std::uint32_t update_portable(std::uint32_t crc, const unsigned char* at, std::size_t count) {
  for (; count >= 8; count -= 8, at += 8) {
    std::array<unsigned char, 8> b{};
    std::memcpy(b.data(), at, 8);
    for (std::size_t i = 0; i < 4; ++i) {
      b[i] = static_cast<unsigned char>(b[i] ^ ((crc >> (8 * i)) & 0xFF));
    }
    crc = 0;
    for (std::size_t i = 0; i < 8; ++i) crc ^= kTables[7 - i][b[i]];
  }
  for (; count > 0; --count, ++at) crc = (crc >> 8) ^ kTables[0][(crc ^ *at) & 0xFF];
  return crc;
}

#if defined(__x86_64__)
/// SSE4.2 has an instruction for this very polynomial.
__attribute__((target("sse4.2"))) std::uint32_t update_sse42(std::uint32_t crc,
                                                             const unsigned char* at,
                                                             std::size_t count) {
  std::uint64_t wide = crc;
  for (; count >= 8; count -= 8, at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    wide = _mm_crc32_u64(wide, word);
  }
  crc = static_cast<std::uint32_t>(wide);
  for (; count > 0; --count, ++at) crc = _mm_crc32_u8(crc, *at);
  return crc;
}
#endif

}  // namespace

std::uint32_t crc32c_portable(std::string_view bytes) {
  return ~update_portable(
      0xFFFFFFFF, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
}

std::uint32_t crc32c(std::string_view bytes) {
#if defined(__x86_64__)
  static const bool has_instruction = __builtin_cpu_supports("sse4.2") != 0;
  if (has_instruction) {
    return ~update_sse42(
        0xFFFFFFFF, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  }
#endif
  return crc32c_portable(bytes);
}

std::uint32_t masked_crc32c(std::string_view bytes) {
  const std::uint32_t crc = crc32c(bytes);
  return ((crc >> 15) | (crc << 17)) + 0xA282EAD8;
}

}  // namespace trainer
