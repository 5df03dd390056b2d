#pragma once
#include <cstdint>
#include <string_view>

namespace trainer {

/// CRC-32C (Castagnoli polynomial; RFC 3720, appendix B.4), which is not zip's CRC-32. With the
/// processor's own instruction where it has one.
std::uint32_t crc32c(std::string_view bytes);
/// The same number by tables.
std::uint32_t crc32c_portable(std::string_view bytes);
/// The form in which TensorBoard's record files store it.
std::uint32_t masked_crc32c(std::string_view bytes);

}  // namespace trainer
