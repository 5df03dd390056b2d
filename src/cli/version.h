#pragma once
#include <string>

namespace trainer::cli {

/// `trainer 0.1.0`.
std::string version_line();
/// What the program itself knows: version, compiler, build type; one `name: value` a line.
std::string build_facts();

}  // namespace trainer::cli
