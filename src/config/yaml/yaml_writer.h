#pragma once
#include <string>
#include <string_view>

#include <trainer/node.h>

namespace trainer {

/// Whether a text must stand in quotes to be read as a text by every YAML reader: `no`, `010`,
/// `1e3`, `~`, `none` and whatever has a meaning in YAML's syntax.
bool needs_quotes(std::string_view text);

/// A value on one line, as it could be written into a file.
std::string flow_yaml(const Node& node);

/// A map as a file that reads back as the same tree; with `origins` each value is followed by a
/// comment that names its file and line, `command line` or `default`.
std::string block_yaml(const Node& root, bool origins);

}  // namespace trainer
