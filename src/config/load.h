#pragma once
#include <functional>
#include <string>
#include <vector>

#include <trainer/config.h>
#include <trainer/options.h>

#include "config/mistakes.h"

namespace trainer {

struct Config::Impl {
  Node root;
  Sources sources;
};

/// What a configuration is checked against.
struct ConfigSchema {
  const OptionTable& table;
  /// Checks that concern several keys, on the resolved tree; may also complete defaults that follow
  /// from other keys. Only called when the tree is complete.
  std::function<void(Node& resolved, const std::string& name, Mistakes& mistakes)> check;
};

/// The whole way from a file or a text to a resolved configuration: bases, overrides,
/// interpolation, table, checks. Throws ConfigError with all mistakes.
Config load_config(const ConfigSchema& schema,
                   const std::string& path,
                   const std::vector<std::string>& overrides);
Config parse_config(const ConfigSchema& schema,
                    const std::string& text,
                    const std::string& name,
                    const std::vector<std::string>& overrides);

/// Adds the source lines to mistakes that were found later, from positions in the configuration.
ConfigError explained(const Config& config, const ConfigError& error);

}  // namespace trainer
