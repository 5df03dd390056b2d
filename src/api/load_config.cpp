#include <trainer/config.h>

#include "api/run_options.h"
#include "api/run_options_check.h"
#include "api/schema.h"
#include "config/load.h"

namespace trainer {
namespace {

/// `with_paths`: a text that came from elsewhere, such as a checkpoint, says nothing of this
/// machine.
ConfigSchema schema(bool with_paths) {
  const auto check = [with_paths](Node& resolved, const std::string& file, Mistakes& mistakes) {
    complete_run_options(resolved, file);
    check_run_options(resolved, file, mistakes);
    if (with_paths && !mistakes.empty()) check_paths(resolved, mistakes);
  };
  return {RunOptions::options(), check};
}

}  // namespace

const OptionTable& configuration_table() {
  return RunOptions::options();
}

std::vector<ConfigMistake> missing_paths(const Config& config) {
  Mistakes mistakes;
  check_paths(config.root(), mistakes);
  return config.impl().sources.explained(mistakes.list());
}

Config load_config(const std::string& path, const std::vector<std::string>& overrides) {
  return load_config(schema(true), path, overrides);
}

Config parse_config(const std::string& text,
                    const std::string& name,
                    const std::vector<std::string>& overrides) {
  return parse_config(schema(false), text, name, overrides);
}

}  // namespace trainer
