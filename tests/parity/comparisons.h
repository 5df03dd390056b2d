#pragma once
#include <string>

#include "parity/fixture.h"

namespace trainer::parity {

/// Losses, gradient norms, weights and averages of 20 steps; each deliberate mistake must show.
/// With a folder, each optimizer's state is written there as CASE.pt.
void compare_training(const Fixture& fixture, const std::string& states_folder, Report& report);
/// Learning rates and momenta of every step.
void compare_schedules(const Fixture& fixture, Report& report);
/// Values and gradients of the losses.
void compare_losses(const Fixture& fixture, Report& report);
/// top1, top5 and recall.
void compare_metrics(const Fixture& fixture, Report& report);

}  // namespace trainer::parity
