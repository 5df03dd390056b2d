#include <algorithm>
#include <map>
#include <set>

#include <trainer/error.h>

#include "base/text.h"
#include "config/mistakes.h"
#include "optim/optimizer.h"

namespace trainer {
namespace {

/// Which pattern a parameter fell to (none: the number of patterns), and whether it decays.
using GroupKey = std::pair<std::size_t, bool>;

std::string some_names(const NamedTensors& parameters) {
  constexpr std::size_t kShown = 3;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(kShown, parameters.size()); ++i) {
    names.push_back(printable(parameters[i].first));
  }
  std::string text = join(names, ", ");
  if (parameters.size() > kShown) {
    text +=
        concat(parameters.size() > kShown + 1 ? ", …, " : ", ", printable(parameters.back().first));
  }
  return text;
}

/// The nearest parameter name, or the nearest pattern `module.*` when the word has a wildcard.
std::string nearest_pattern(const std::string& pattern, const NamedTensors& parameters) {
  const bool wild = pattern.find_first_of("*?") != std::string::npos;
  std::set<std::string> candidates;
  for (const auto& [name, tensor] : parameters) {
    if (!wild) candidates.insert(name);
    for (std::size_t dot = name.find('.'); wild && dot != std::string::npos;
         dot = name.find('.', dot + 1)) {
      candidates.insert(name.substr(0, dot) + ".*");
    }
  }
  return nearest(pattern, {candidates.begin(), candidates.end()});
}

[[noreturn]] void fail_pattern(const OptimizerOptions& options,
                               std::size_t index,
                               const NamedTensors& parameters) {
  const std::string& pattern = options.groups[index].match;
  bool shadowed = false;
  for (const auto& [name, tensor] : parameters) shadowed |= glob_match(pattern, name);
  ConfigMistake mistake =
      mistake_at(options.groups[index].position, concat("optimizer.groups.", index, ".match"), {});
  if (shadowed) {
    mistake.message = concat(
        "every parameter that \"", printable(pattern), "\" matches is already in an earlier group");
    mistake.hint = "the first match wins: put the narrower pattern first";
  } else {
    mistake.message = concat("\"", printable(pattern), "\" matches no parameter");
    const std::string near = nearest_pattern(pattern, parameters);
    mistake.hint = near.empty() ? "" : concat("did you mean \"", printable(near), "\"? ");
    mistake.hint += concat("parameters are called ", some_names(parameters));
  }
  throw ConfigError(std::move(mistake));
}

std::size_t first_match(const std::vector<GroupOptions>& groups, const std::string& name) {
  const auto found = std::find_if(groups.begin(), groups.end(), [&](const GroupOptions& group) {
    return glob_match(group.match, name);
  });
  return static_cast<std::size_t>(found - groups.begin());
}

}  // namespace

std::vector<ParameterGroup> make_groups(const OptimizerOptions& options,
                                        const NamedTensors& parameters,
                                        const std::vector<std::string>& norm_and_bias) {
  const std::set<std::string> exempt(norm_and_bias.begin(), norm_and_bias.end());
  std::vector<ParameterGroup> groups;
  std::map<GroupKey, std::size_t> places;
  std::vector<bool> used(options.groups.size());
  for (const auto& [name, tensor] : parameters) {
    const std::size_t match = first_match(options.groups, name);
    const bool own = match < options.groups.size();
    if (own) used[match] = true;
    const bool decays = options.decay_norm_and_bias || !exempt.contains(name);
    const auto [place, is_new] = places.try_emplace({match, decays}, groups.size());
    if (is_new) {
      ParameterGroup& group = groups.emplace_back();
      group.lr_scale = own ? options.groups[match].lr_scale : 1;
      group.weight_decay = own ? options.groups[match].weight_decay.value_or(options.weight_decay)
                               : options.weight_decay;
      if (!decays) group.weight_decay = 0;
    }
    groups[place->second].names.push_back(name);
    groups[place->second].parameters.push_back(tensor);
  }
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) fail_pattern(options, i, parameters);
  }
  return groups;
}

}  // namespace trainer
