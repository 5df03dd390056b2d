#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "config/mistakes.h"

namespace trainer {

inline constexpr std::size_t kMaxConfigBytes = std::size_t{1} << 20;

/// The bytes of a file of at most 1 MiB; empty optional with a mistake at `at` (of key `key`) when
/// it cannot be read. Pipes are read too.
std::optional<std::string> read_config_file(const std::string& path,
                                            const Position& at,
                                            const std::string& key,
                                            Mistakes& mistakes);

/// UTF-8 without byte order mark and with \n at line ends, from UTF-8 or UTF-16 with any line ends;
/// empty optional with a mistake where the bytes are no text.
std::optional<std::string> decode_text(std::string bytes,
                                       const std::string& file,
                                       Mistakes& mistakes);

/// Offset of the first byte that does not belong into UTF-8 text (bad sequences, control characters
/// other than tab and newline), or npos.
std::size_t find_bad_text(std::string_view text);

}  // namespace trainer
