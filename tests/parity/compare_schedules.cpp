#include <algorithm>
#include <cmath>
#include <string>

#include "base/text.h"
#include "optim/schedules/schedule.h"
#include "parity/comparisons.h"

namespace trainer::parity {
namespace {

using nlohmann::json;

constexpr double kRelativeTolerance = 1e-12;

/// Relative difference; below a thousandth of the peak, where a cosine's chain of factors has lost
/// digits to cancellation, relative to that.
double relative(double found, double expected, double peak) {
  return std::abs(found - expected) / std::max(std::abs(expected), peak * 1e-3);
}

void compare_steps(const json& wanted, const std::string& name, Report& report) {
  ScheduleOptions options;
  options.method =
      component_of(schedule_catalog(), wanted.at("name").get<std::string>(), wanted.at("keys"));
  options.warmup = {wanted.at("warmup").get<double>(), SpanUnit::steps};
  const ScheduleRequest request{.lr = wanted.at("lr").get<double>(),
                                .steps_per_epoch = wanted.at("steps_per_epoch").get<std::int64_t>(),
                                .total_steps = wanted.at("total_steps").get<std::int64_t>()};
  const auto schedule = make_schedule(options, request);
  const json& momenta = wanted.at("momentum");
  double worst = 0;
  double worst_momentum = 0;
  for (std::size_t i = 0; i < wanted.at("values").size(); ++i) {
    const ScheduleValue value = schedule->at(static_cast<std::int64_t>(i));
    worst = std::max(worst, relative(value.lr, wanted.at("values")[i].get<double>(), request.lr));
    if (momenta.empty()) continue;
    worst_momentum =
        std::max(worst_momentum, relative(value.momentum.value_or(0), momenta[i].get<double>(), 1));
  }
  report.compare("rates of " + name, worst, kRelativeTolerance);
  report.compare("momenta of " + name, worst_momentum, kRelativeTolerance);
}

void compare_plateau(const json& wanted, const std::string& name, Report& report) {
  ScheduleOptions options;
  options.method = component_of(schedule_catalog(), "plateau", wanted.at("keys"));
  const auto schedule = make_schedule(options, {.lr = wanted.at("lr").get<double>()});
  double worst = 0;
  for (std::size_t i = 0; i < wanted.at("metrics").size(); ++i) {
    schedule->observe(0, wanted.at("metrics")[i].get<double>());
    worst = std::max(worst, relative(schedule->at(0).lr, wanted.at("values")[i].get<double>(), 0));
  }
  report.compare("rates of " + name, worst, kRelativeTolerance);
}

}  // namespace

void compare_schedules(const Fixture& fixture, Report& report) {
  int number = 0;
  for (const json& wanted : fixture.index().at("schedules")) {
    compare_steps(
        wanted, concat(wanted.at("name").get<std::string>(), " (case ", number++, ")"), report);
  }
  number = 0;
  for (const json& wanted : fixture.index().at("plateau")) {
    compare_plateau(wanted, concat("plateau (case ", number++, ")"), report);
  }
}

}  // namespace trainer::parity
