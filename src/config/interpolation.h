#pragma once
#include <functional>
#include <optional>
#include <string>

#include <trainer/node.h>

#include "config/mistakes.h"

namespace trainer {

/// The value of an environment variable, or empty when it is not set.
using EnvironmentLookup = std::function<std::optional<std::string>(const std::string& name)>;
std::optional<std::string> process_environment(const std::string& name);

/// Puts the values of `${env:NAME}` and `${env:NAME:-default}` (also for an empty variable) into
/// all values of a tree; `$${` stands for `${`. A variable that is not set and has no default, and
/// an interpolation in a key, are mistakes. The result is read as if it stood without quotes:
/// inside of
/// {} and [] YAML demands them around `${…}`.
void interpolate(Node& root, const EnvironmentLookup& environment, Mistakes& mistakes);

}  // namespace trainer
