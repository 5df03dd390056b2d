#pragma once
#include <string>

#include <trainer/options.h>

namespace trainer {

/// The Markdown page of all keys of a table: sections in its order, then the options of every
/// component that it can pick.
std::string reference_page(const OptionTable& root);

}  // namespace trainer
