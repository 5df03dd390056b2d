#include "loss/loss.h"

#include <map>
#include <utility>

#include <trainer/error.h>

#include "base/text.h"
#include "loss/cross_entropy.h"

namespace trainer {
namespace {

std::map<std::string, LossFactory>& factories() {
  static std::map<std::string, LossFactory> map{{"cross_entropy", make_cross_entropy}};
  return map;
}

}  // namespace

void register_loss(const std::string& name,
                   const OptionTable* table,
                   const std::string& help,
                   LossFactory factory) {
  detail::writable_loss_catalog().add(name, table, help);
  factories()[name] = std::move(factory);
}

std::unique_ptr<Loss> make_loss(const LossOptions& options,
                                const std::vector<std::int64_t>& class_counts) {
  const auto found = factories().find(options.method.name);
  if (found == factories().end()) {
    throw UsageError(concat("expected the name of a loss (",
                            join(loss_catalog().names(), ", "),
                            "), found \"",
                            printable(options.method.name),
                            "\""));
  }
  return found->second(LossRequest{class_counts}, options.method.options);
}

}  // namespace trainer
