#include "network/freeze.h"

#include <algorithm>

#include <trainer/error.h>

#include "base/text.h"
#include "network/executor.h"
#include "network/parameter_names.h"

namespace trainer {
namespace {

const char* const kKey = "model.freeze";

}  // namespace

std::vector<std::string> freeze(NetworkModule& module,
                                const std::vector<std::string>& globs,
                                const Position& position) {
  if (globs.empty()) return {};
  const auto parameters = module.named_parameters();
  const std::vector<std::string> frozen =
      match_parameters(parameters.keys(), globs, position, kKey);
  const auto stays = [&frozen](const std::string& name) {
    return std::find(frozen.begin(), frozen.end(), name) == frozen.end();
  };
  const std::vector<std::string> all = parameters.keys();
  if (std::none_of(all.begin(), all.end(), stays)) {
    const std::string message =
        "expected globs that leave something to train, but they match every parameter";
    if (position.line > 0) {
      throw ConfigError({position.file, position.line, position.column, kKey, message, {}, {}});
    }
    throw UsageError(concat(kKey, ": ", message));
  }
  for (const std::string& name : frozen) parameters[name].set_requires_grad(false);
  module.hold_frozen_norms();
  return frozen;
}

}  // namespace trainer
