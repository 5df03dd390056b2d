#include "network/parameter_names.h"

#include <algorithm>
#include <map>

#include <trainer/error.h>

#include "base/text.h"
#include "network/node_facts.h"

namespace trainer {
namespace {

std::vector<ParameterFact> parameters_in_order(const Network& network) {
  std::map<std::string, const NetworkNode*> by_name;
  for (const NetworkNode& node : network.nodes) by_name[node.name] = &node;
  std::vector<ParameterFact> facts;
  for (const std::string& name : network.registration) {
    for (ParameterFact& fact : parameters_of(*by_name.at(name))) facts.push_back(std::move(fact));
  }
  return facts;
}

/// The names and every dotted path above them: "layer1", "layer1.0", "layer1.0.conv1", …
std::vector<std::string> paths_of(const std::vector<std::string>& names) {
  std::vector<std::string> paths;
  for (const std::string& name : names) {
    for (std::size_t dot = name.find('.'); dot != std::string::npos;
         dot = name.find('.', dot + 1)) {
      paths.push_back(name.substr(0, dot));
    }
    paths.push_back(name);
  }
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  return paths;
}

/// What was probably meant by a glob that matches nothing.
std::string hint_for(const std::string& glob, const std::vector<std::string>& names) {
  const std::size_t last = glob.find_last_not_of("*?.");
  const std::string stem = last == std::string::npos ? glob : glob.substr(0, last + 1);
  const std::string near = nearest(stem, paths_of(names));
  if (near.empty()) {
    return names.empty() ? "the model has no parameters that can be named"
                         : concat("the first parameter is \"", printable(names.front()), "\"");
  }
  const bool whole = std::find(names.begin(), names.end(), near) != names.end();
  return concat("did you mean \"", printable(near), whole ? "" : ".*", "\"?");
}

}  // namespace

std::vector<std::string> parameter_names(const Network& network) {
  std::vector<std::string> names;
  for (const ParameterFact& fact : parameters_in_order(network)) names.push_back(fact.name);
  return names;
}

std::vector<std::string> norm_and_bias_names(const Network& network) {
  std::vector<std::string> names;
  for (const ParameterFact& fact : parameters_in_order(network)) {
    if (fact.norm_or_bias) names.push_back(fact.name);
  }
  return names;
}

std::vector<std::string> match_parameters(const std::vector<std::string>& names,
                                          const std::vector<std::string>& globs,
                                          const Position& position,
                                          const std::string& key) {
  std::vector<bool> matched(names.size(), false);
  for (const std::string& glob : globs) {
    bool any = false;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!glob_match(glob, names[i])) continue;
      matched[i] = true;
      any = true;
    }
    if (any) continue;
    const std::string message =
        concat("expected a glob of parameter names, but \"", printable(glob), "\" matches none");
    const std::string hint = hint_for(glob, names);
    if (position.line > 0) {
      throw ConfigError({position.file, position.line, position.column, key, message, hint, {}});
    }
    throw UsageError(concat(key, ": ", message, "; ", hint));
  }
  std::vector<std::string> result;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (matched[i]) result.push_back(names[i]);
  }
  return result;
}

}  // namespace trainer
