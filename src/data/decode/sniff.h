#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "data/decode/image_info.h"

namespace trainer {

/// The format that the first bytes announce; empty for anything that is not supported.
std::optional<ImageFormat> sniff_image_format(std::span<const std::uint8_t> bytes);

/// What content that is no supported image seems to be, and what to do about it: "a git-lfs
/// pointer …; run `git lfs pull`".
std::string describe_foreign_content(std::span<const std::uint8_t> bytes);

}  // namespace trainer
