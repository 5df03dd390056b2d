#pragma once
#include <string>

#include <trainer/options.h>

namespace trainer {

/// What may be written for a type, for messages and the documentation: `a number > 0`, `none or a
/// whole number >= 1`, `one of image_folder, csv, idx`.
std::string expected_text(const OptionType& type);

/// `a transform`, `an optimizer`.
std::string with_article(const std::string& noun);

/// ` > 0`, ` from 0 to 1`, or empty. Bounds that only say how an integer is stored are left out.
std::string bounds_text(const OptionType& type);

}  // namespace trainer
