#include "config/load.h"

#include <memory>
#include <utility>

#include "base/text.h"
#include "config/inheritance.h"
#include "config/interpolation.h"
#include "config/overrides.h"
#include "config/resolve.h"
#include "config/yaml/yaml_reader.h"

namespace trainer {
namespace {

/// `written` empty: there is nothing to check, and `mistakes` says why.
Config finish(const ConfigSchema& schema,
              std::optional<WrittenConfig> written,
              const std::string& name,
              const std::vector<std::string>& overrides,
              Mistakes& mistakes,
              Sources sources) {
  auto impl = std::make_shared<Config::Impl>();
  if (written) {
    apply_overrides(written->tree, overrides, mistakes, sources);
    interpolate(written->tree, process_environment, mistakes);
    if (count_nodes(written->tree) > kMaxConfigNodes) {
      mistakes.add(
          {name, 0, 0},
          "",
          concat("too many values: with its bases a configuration has at most ", kMaxConfigNodes));
      throw ConfigError(sources.explained(mistakes.list()));
    }
    Mistakes later;
    impl->root = resolve(schema.table, written->tree, {name, 1, 1}, later, written->complete);
    mistakes.add_elsewhere(later);
    // Of a list or a single value nothing can be missing.
    const bool section = written->tree.is_map() || written->tree.is_null();
    if (written->complete && section && schema.check) schema.check(impl->root, name, mistakes);
  }
  if (!mistakes.empty()) throw ConfigError(sources.explained(mistakes.list()));
  impl->sources = std::move(sources);
  return Config(std::move(impl));
}

}  // namespace

Config load_config(const ConfigSchema& schema,
                   const std::string& path,
                   const std::vector<std::string>& overrides) {
  Mistakes mistakes;
  Sources sources;
  std::optional<WrittenConfig> written = read_with_bases(path, mistakes, sources);
  return finish(schema, std::move(written), path, overrides, mistakes, std::move(sources));
}

Config parse_config(const ConfigSchema& schema,
                    const std::string& text,
                    const std::string& name,
                    const std::vector<std::string>& overrides) {
  Mistakes mistakes;
  Sources sources;
  std::optional<WrittenConfig> written = read_text_with_bases(text, name, mistakes, sources);
  return finish(schema, std::move(written), name, overrides, mistakes, std::move(sources));
}

ConfigError explained(const Config& config, const ConfigError& error) {
  return ConfigError(config.impl().sources.explained(error.mistakes()));
}

}  // namespace trainer
