#include "cli/configuration_check.h"

#include <algorithm>

#include <trainer/config.h>
#include <trainer/error.h>

#include "api/schema.h"
#include "cli/option_checks.h"

namespace trainer::cli {

void check_configuration(const std::string& file, const std::vector<std::string>& overrides) {
  check_overrides(overrides);
  const std::vector<ConfigMistake> missing = missing_paths(load_config(file, overrides));
  if (missing.empty()) return;
  const std::string text = ConfigError(missing).what();
  const bool data = std::any_of(missing.begin(), missing.end(), [](const ConfigMistake& mistake) {
    return mistake.key.starts_with("data.");
  });
  if (data) throw DataError(text);
  throw CheckpointError(text);
}

}  // namespace trainer::cli
