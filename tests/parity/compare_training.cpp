#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/text.h"
#include "parity/comparisons.h"
#include "parity/training.h"
#include "weights/pt_file.h"

namespace trainer::parity {
namespace {

using nlohmann::json;

constexpr double kLossTolerance = 2e-5;
constexpr double kWeightTolerance = 5e-5;
constexpr double kNormTolerance = 5e-5;

double largest(const std::vector<double>& a, const json& b) {
  const auto expected = b.get<std::vector<double>>();
  if (a.size() != expected.size()) return INFINITY;
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = std::abs(a[i] - expected[i]);
    if (!(difference <= worst)) worst = difference;
  }
  return worst;
}

double largest(const Fixture& fixture,
               const std::map<std::string, at::Tensor>& tensors,
               const json& names) {
  if (tensors.size() != names.size()) return INFINITY;
  double worst = 0;
  for (const auto& [name, tensor] : tensors) {
    const auto expected = fixture.tensor(names.at(name).get<std::string>());
    worst = std::max(worst, largest_difference(tensor, expected));
  }
  return worst;
}

/// How far a run is off, as a multiple of what is allowed.
double times_tolerance(const Fixture& fixture, const Trained& trained, const json& wanted) {
  return std::max({largest(trained.losses, wanted.at("losses")) / kLossTolerance,
                   largest(fixture, trained.final, wanted.at("final")) / kWeightTolerance,
                   largest(fixture, trained.average, wanted.at("average")) / kWeightTolerance});
}

}  // namespace

void compare_training(const Fixture& fixture, const std::string& states_folder, Report& report) {
  for (const json& wanted : fixture.index().at("training")) {
    const auto name = wanted.at("name").get<std::string>();
    const Trained trained = train(fixture, wanted);
    report.compare(
        "losses of " + name, largest(trained.losses, wanted.at("losses")), kLossTolerance);
    report.compare("norms of " + name, largest(trained.norms, wanted.at("norms")), kNormTolerance);
    report.compare("weights of " + name,
                   largest(fixture, trained.final, wanted.at("final")),
                   kWeightTolerance);
    if (!trained.average.empty() || !wanted.at("average").empty()) {
      report.compare("averages of " + name,
                     largest(fixture, trained.average, wanted.at("average")),
                     kWeightTolerance);
    }
    if (!states_folder.empty()) {
      write_file_atomic(concat(states_folder, "/", name, ".pt"), write_pt(trained.optimizer));
    }
    for (const json& mistake : wanted.at("mistakes")) {
      json wrong = wanted;
      wrong.merge_patch(mistake.at("patch"));
      report.expect_difference(concat(name, ": ", mistake.at("what").get<std::string>()),
                               times_tolerance(fixture, train(fixture, wrong), wanted));
    }
  }
}

}  // namespace trainer::parity
