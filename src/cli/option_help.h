#pragma once
#include <string>

#include <trainer/options.h>

namespace trainer::cli {

/// What a value may be, in words: `number > 0`, `none | balanced | list of numbers`.
std::string type_text(const OptionType& type);

/// One line a key: name, type, default, help; `prefix` stands before each key. Sections and
/// variants are listed under their own prefix.
std::string options_help(const OptionTable& table, const std::string& prefix);

/// Every key of the configuration, for `trainer fit --help`.
std::string configuration_help();

}  // namespace trainer::cli
