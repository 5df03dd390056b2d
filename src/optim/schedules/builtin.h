#pragma once
#include <string>
#include <vector>

#include <trainer/schedule.h>

namespace trainer {

/// One schedule as its file offers it to the registry.
struct ScheduleEntry {
  std::string name;
  const OptionTable* table = nullptr;
  std::string help;
  ScheduleFactory make;
  bool own_warmup = false;  ///< starts low by itself: `schedule.warmup` is refused
};

ScheduleEntry constant_schedule();
ScheduleEntry step_schedule();
ScheduleEntry multistep_schedule();
ScheduleEntry exponential_schedule();
ScheduleEntry polynomial_schedule();
ScheduleEntry cosine_schedule();
ScheduleEntry one_cycle_schedule();
ScheduleEntry plateau_schedule();

/// `inner` with its rate multiplied by a line from 0.01 at step 0 to 1 at step `steps`.
std::unique_ptr<Schedule> add_warmup(std::unique_ptr<Schedule> inner, std::int64_t steps);

/// A mistake in `schedule.<key>`, at the place where the key was written.
[[noreturn]] void fail_schedule_option(const Node& options,
                                       const std::string& key,
                                       const std::string& message,
                                       const std::string& hint = {});

}  // namespace trainer
