#pragma once
#include <memory>

#include <trainer/options.h>
#include <trainer/schedule.h>

namespace trainer {

struct ScheduleOptions {
  Component method;  ///< `name` and its own keys
  Span warmup{0, SpanUnit::epochs};
  static const OptionTable& options();
};

const Catalog& schedule_catalog();
/// Throws ConfigError when the schedule's options contradict each other or a warm-up is asked of
/// one_cycle, which has its own.
std::unique_ptr<Schedule> make_schedule(const ScheduleOptions& options,
                                        const ScheduleRequest& request);

}  // namespace trainer
