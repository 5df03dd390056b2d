#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include <trainer/node.h>

#include "config/mistakes.h"

namespace trainer {

inline constexpr int kMaxConfigDepth = 64;
inline constexpr std::size_t kMaxConfigNodes = 10'000;  ///< after expansion of aliases

/// The single document in `text` (UTF-8 with \n, see decode_text), every value with its position in
/// `file`. Mistakes that leave the rest readable (duplicate keys, tags, merge keys) are collected;
/// empty optional after one that does not (syntax, limits). An empty document is a null.
std::optional<Node> read_yaml(const std::string& text, const std::string& file, Mistakes& mistakes);

/// Number of values in a tree, itself included.
std::size_t count_nodes(const Node& node);
/// Levels of lists and maps in a tree; 0 for a scalar.
int depth_of(const Node& node);

}  // namespace trainer
