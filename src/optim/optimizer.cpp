#include "optim/optimizer.h"

#include <map>
#include <utility>

#include <trainer/error.h>
#include <trainer/optimizer.h>

#include "base/log.h"
#include "base/text.h"
#include "optim/rule_optimizer.h"
#include "optim/rules.h"

namespace trainer {
namespace {

std::map<std::string, UpdateRuleFactory>& factories() {
  static std::map<std::string, UpdateRuleFactory> map{
      {"sgd", make_sgd}, {"adam", make_adam}, {"adamw", make_adamw}, {"rmsprop", make_rmsprop}};
  return map;
}

/// The default rate suits sgd; adam does not learn at it, without any message.
void warn_of_high_rate(const OptimizerOptions& options) {
  constexpr double kHigh = 0.05;
  const std::string& name = options.method.name;
  if ((name == "adam" || name == "adamw") && options.lr >= kHigh) {
    log_warning(concat("optimizer.lr is ",
                       number_text(options.lr),
                       ", which is far too high for most networks with ",
                       name,
                       "; 0.001 is usual"));
  }
}

}  // namespace

void register_optimizer(const std::string& name,
                        const OptionTable* table,
                        const std::string& help,
                        UpdateRuleFactory factory) {
  detail::writable_optimizer_catalog().add(name, table, help);
  factories()[name] = std::move(factory);
}

std::unique_ptr<Optimizer> make_optimizer(const OptimizerOptions& options,
                                          std::vector<ParameterGroup> groups) {
  const auto found = factories().find(options.method.name);
  if (found == factories().end()) {
    throw UsageError(concat("expected the name of an optimizer (",
                            join(optimizer_catalog().names(), ", "),
                            "), found \"",
                            printable(options.method.name),
                            "\""));
  }
  warn_of_high_rate(options);
  return std::make_unique<RuleOptimizer>(
      found->second(options.method.options), options.lr, std::move(groups));
}

}  // namespace trainer
