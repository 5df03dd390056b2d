#pragma once
#include <optional>
#include <string>

#include <trainer/node.h>

#include "config/mistakes.h"

namespace trainer {

/// `child` over `base`: maps are merged key by key, everything else is replaced, and so is a map
/// tagged `!replace`. A key without a value over one that has it is a mistake.
Node merge(Node base, Node child, const std::string& key, Mistakes& mistakes);

/// A tree as it was written, bases merged in.
struct WrittenConfig {
  Node tree;
  bool complete = true;  ///< false: a base could not be read, so what is missing is not known
};

/// The tree of a file with those of its `base` files (relative to it) under it, later bases over
/// earlier ones. Empty optional after a mistake that leaves nothing to check.
std::optional<WrittenConfig> read_with_bases(const std::string& path,
                                             Mistakes& mistakes,
                                             Sources& sources);

/// The same from text; relative bases are refused, since there is nothing they are relative to.
std::optional<WrittenConfig> read_text_with_bases(const std::string& text,
                                                  const std::string& name,
                                                  Mistakes& mistakes,
                                                  Sources& sources);

}  // namespace trainer
