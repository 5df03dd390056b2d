#pragma once
#include <cstddef>
#include <string_view>

namespace trainer {

/// Length of the valid UTF-8 sequence at `at`, or 0.
std::size_t utf8_length(std::string_view text, std::size_t at);
bool is_utf8(std::string_view text);

}  // namespace trainer
