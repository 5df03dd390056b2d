#pragma once
#include <trainer/options.h>

#include "config/mistakes.h"

namespace trainer {

/// Checks what was written against a table and completes it: every key of the table and of the
/// picked components is there, in the table's order, in canonical form (numbers, units, components
/// as `{name: {options}}`), with the position of its value or the file `default`. All mistakes are
/// collected with their dotted keys; where one was made the tree has the default. `at` is where a
/// missing key is reported; without `complete` none is, since a base that was not read may have it.
Node resolve(const OptionTable& table,
             const Node& written,
             const Position& at,
             Mistakes& mistakes,
             bool complete = true);

/// The canonical scalar of a type that is neither list, section nor component, or empty with a
/// mistake at `key`.
std::optional<Node> resolve_scalar(const OptionType& type,
                                   const Node& written,
                                   const std::string& key,
                                   Mistakes& mistakes);

}  // namespace trainer
