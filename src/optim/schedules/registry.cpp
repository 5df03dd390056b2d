#include <cmath>
#include <map>
#include <utility>

#include <trainer/error.h>

#include "base/log.h"
#include "base/text.h"
#include "config/mistakes.h"
#include "optim/schedules/builtin.h"
#include "optim/schedules/schedule.h"

namespace trainer {
namespace {

struct Registry {
  Catalog catalog{"schedule"};
  std::map<std::string, ScheduleEntry> entries;

  Registry() {
    add(constant_schedule());
    add(step_schedule());
    add(multistep_schedule());
    add(exponential_schedule());
    add(polynomial_schedule());
    add(cosine_schedule());
    add(one_cycle_schedule());
    add(plateau_schedule());
  }

  void add(ScheduleEntry entry) {
    catalog.add(entry.name, entry.table, entry.help);
    entries.emplace(entry.name, std::move(entry));
  }
};

Registry& registry() {
  static Registry instance;
  return instance;
}

}  // namespace

const Catalog& schedule_catalog() {
  return registry().catalog;
}

void register_schedule(const std::string& name,
                       const OptionTable* table,
                       const std::string& help,
                       ScheduleFactory factory) {
  registry().add({name, table, help, std::move(factory)});
}

const OptionTable& ScheduleOptions::options() {
  static const OptionTable table =
      OptionTableOf<ScheduleOptions>()
          .variant("name",
                   &ScheduleOptions::method,
                   schedule_catalog(),
                   "constant",
                   "how the learning rate changes over the training")
          .add("warmup",
               &ScheduleOptions::warmup,
               "linear warm-up from 0.01 x lr over the schedule's start, such as 5ep or 500step")
          .at_least(0);
  return table;
}

std::unique_ptr<Schedule> make_schedule(const ScheduleOptions& options,
                                        const ScheduleRequest& request) {
  const auto found = registry().entries.find(options.method.name);
  if (found == registry().entries.end()) {
    throw UsageError(concat("expected the name of a schedule (",
                            join(schedule_catalog().names(), ", "),
                            "), found \"",
                            printable(options.method.name),
                            "\""));
  }
  const ScheduleEntry& entry = found->second;
  ScheduleRequest complete = request;
  complete.warmup_steps = request.steps(options.warmup);
  if (complete.warmup_steps > 0 && entry.own_warmup) {
    throw ConfigError(
        mistake_at(options.method.position,
                   "schedule.warmup",
                   concat("schedule ", entry.name, " starts low by itself and takes no warm-up"),
                   "leave schedule.warmup out; schedule.pct_start sets the length of the rise"));
  }
  if (complete.warmup_steps >= complete.total_steps && complete.warmup_steps > 0) {
    log_warning(concat("schedule.warmup is ",
                       counted(complete.warmup_steps, "step"),
                       " but the training has only ",
                       complete.total_steps,
                       ": the learning rate never reaches optimizer.lr"));
  }
  std::unique_ptr<Schedule> schedule = entry.make(complete, options.method.options);
  if (complete.warmup_steps == 0) return schedule;
  return add_warmup(std::move(schedule), complete.warmup_steps);
}

void fail_schedule_option(const Node& options,
                          const std::string& key,
                          const std::string& message,
                          const std::string& hint) {
  const Node* node = options.find(key);
  const Position at = node ? node->position : options.position;
  throw ConfigError(mistake_at(at, "schedule." + key, message, hint));
}

std::int64_t ScheduleRequest::steps(const Span& span) const {
  const double factor = span.unit == SpanUnit::epochs ? static_cast<double>(steps_per_epoch) : 1.0;
  return std::llround(span.count * factor);
}

}  // namespace trainer
