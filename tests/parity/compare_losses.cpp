#include <cmath>
#include <string>
#include <vector>

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>

#include "base/text.h"
#include "loss/loss.h"
#include "metrics/accumulate.h"
#include "parity/comparisons.h"

namespace trainer::parity {
namespace {

using nlohmann::json;

constexpr double kTolerance = 2e-6;
constexpr double kExact = 1e-12;

}  // namespace

void compare_losses(const Fixture& fixture, Report& report) {
  const auto classes = fixture.index().at("classes").get<std::size_t>();
  int number = 0;
  for (const json& wanted : fixture.index().at("losses")) {
    const auto loss = make_loss({component_of(loss_catalog(), "cross_entropy", wanted.at("keys"))},
                                std::vector<std::int64_t>(classes, 1));
    const at::Tensor logits =
        fixture.tensor(wanted.at("logits").get<std::string>()).requires_grad_();
    const auto hard = wanted.at("labels").get<std::vector<std::int64_t>>();
    const at::Tensor labels = hard.empty() ? fixture.tensor(wanted.at("soft").get<std::string>())
                                           : at::tensor(hard, at::kLong);
    const double normaliser =
        hard.empty() ? loss->soft_normaliser(logits.size(0)) : loss->normaliser(hard);
    const at::Tensor mean = loss->sum(logits, labels) / normaliser;
    mean.backward();
    const std::string name = concat("loss case ", number++);
    report.compare("values of " + name,
                   std::abs(mean.item<double>() - wanted.at("value").get<double>()),
                   kTolerance);
    report.compare(
        "gradients of " + name,
        largest_difference(logits.grad(), fixture.tensor(wanted.at("gradient").get<std::string>())),
        kTolerance);
  }
}

void compare_metrics(const Fixture& fixture, Report& report) {
  for (const json& wanted : fixture.index().at("metrics")) {
    const at::Tensor logits = fixture.tensor(wanted.at("logits").get<std::string>());
    EvaluationAccumulator metrics(logits.size(1));
    accumulate(metrics, logits, wanted.at("labels").get<std::vector<std::int64_t>>());
    const std::string name = concat("metrics of ", logits.size(1), " classes: ");
    report.compare(
        name + "top1", std::abs(metrics.top1() - wanted.at("top1").get<double>()), kExact);
    report.compare(
        name + "top5", std::abs(metrics.top5() - wanted.at("top5").get<double>()), kExact);
    for (std::int64_t i = 0; i < metrics.classes(); ++i) {
      const double expected = wanted.at("recall")[static_cast<std::size_t>(i)].get<double>();
      report.compare(
          concat(name, "recall of class ", i), std::abs(metrics.recall(i) - expected), kExact);
    }
  }
}

}  // namespace trainer::parity
