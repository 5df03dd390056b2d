#pragma once
#include <string>

#include <trainer/options.h>

#include "config/mistakes.h"

namespace trainer {

/// Where an unknown key stands: what it could have been.
struct KeyContext {
  const OptionTable& root;       ///< of the whole configuration
  const OptionTable& section;    ///< of the map that has the key
  const Catalog::Item* variant;  ///< picked in that section, or null
  const Node& written;           ///< the map
  const std::string& path;       ///< dotted path of the map
};

/// Adds the mistake with the best hint: a near name, the component that has the key, the section
/// where it belongs, or the keys that there are.
void report_unknown_key(const KeyContext& context, const NodeEntry& entry, Mistakes& mistakes);

}  // namespace trainer
