#include "engine/train_loop.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include <trainer/error.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/stop.h"
#include "base/text.h"
#include "engine/cadence.h"

namespace trainer {
namespace {

double per_second(std::int64_t images, double seconds) {
  return seconds > 0 ? static_cast<double>(images) / seconds : 0;
}

/// loss, top1 and top5 first, as in train records.
std::vector<std::pair<std::string, double>> in_usual_order(
    const std::map<std::string, double>& metrics) {
  std::vector<std::pair<std::string, double>> ordered;
  const std::vector<std::string> first = {"loss", "top1", "top5"};
  for (const std::string& name : first) {
    if (const auto found = metrics.find(name); found != metrics.end()) ordered.push_back(*found);
  }
  for (const auto& metric : metrics) {
    if (std::find(first.begin(), first.end(), metric.first) == first.end()) {
      ordered.push_back(metric);
    }
  }
  return ordered;
}

}  // namespace

TrainLoop::TrainLoop(TrainLoopParts parts, TrainLoopOptions options, RunState state)
    : parts_(std::move(parts)),
      options_(std::move(options)),
      state_(std::move(state)),
      monitor_(options_.monitor),
      early_stop_(options_.early_stop),
      elapsed_before_(state_.elapsed_seconds),
      started_(wall_seconds()),
      last_save_(started_),
      record_started_(started_),
      epoch_started_(started_),
      saved_step_(state_.step > 0 ? state_.step : -1) {
  if (state_.step > 0) {
    parts_.schedule.load_state(state_.schedule);
    monitor_.load_state(state_.monitor);
    early_stop_.load_state(state_.early_stop);
  }
}

FitStatus TrainLoop::run() {
  parts_.batches.seek(state_.epoch, state_.batch);
  for (;;) {
    // What the step of a checkpoint left undone comes before the next one.
    if (state_.step > 0) {
      if (const auto status = settle()) return *status;
    }
    if (stop_requested()) {
      if (saved_step_ != state_.step) save();
      return FitStatus::interrupted;
    }
    if (state_.batch == 0) {
      epoch_started_ = wall_seconds();
      parts_.progress.epoch_started(state_.epoch, options_.steps_per_epoch);
    }
    train_one_step();
  }
}

std::optional<FitStatus> TrainLoop::settle() {
  if (!validate_if_due()) {
    if (saved_step_ != state_.step) save();
    return FitStatus::interrupted;
  }
  const bool save_due = ranked_ || (saved_step_ != state_.step && checkpoint_due());
  if (state_.batch >= options_.steps_per_epoch) end_epoch();
  if (const auto status = finished()) {
    save();
    return status;
  }
  if (save_due) save();
  return {};
}

void TrainLoop::train_one_step() {
  const Batch* batch = parts_.batches.next();
  TRAINER_ASSERT(batch != nullptr && batch->epoch == state_.epoch && batch->index == state_.batch,
                 "the batch that is due");
  const double start = wall_seconds();
  const ScheduleValue rate = parts_.schedule.at(state_.step);
  TrainTotals totals;
  if (batch->count > 0) {
    totals = parts_.step.run(*batch, state_.step, rate.lr, rate.momentum);
    parts_.tracker.add_samples(state_.step + 1, state_.epoch, batch->ids);
  }
  ++state_.step;
  ++state_.batch;
  state_.last_lr = rate.lr;
  state_.since_record.add(totals);
  state_.of_epoch.add(totals);
  const double speed = per_second(totals.images, wall_seconds() - start);
  if (parts_.on_step_end && totals.images > 0) {
    parts_.on_step_end({.step = state_.step,
                        .epoch = state_.epoch,
                        .loss = totals.loss_sum / totals.normaliser,
                        .lr = rate.lr,
                        .grad_norm = totals.grad_norm_sum,
                        .images_per_second = speed});
  }
  record_if_due();
}

void TrainLoop::record_if_due() {
  const bool due = is_due(options_.record_every, state_.step, options_.steps_per_epoch) ||
                   state_.step >= options_.total_steps;
  const double seconds = wall_seconds() - record_started_;
  StepProgress progress;
  progress.epoch = state_.epoch;
  progress.step = state_.step;
  progress.step_of_epoch = state_.batch;
  progress.steps_of_epoch = options_.steps_per_epoch;
  progress.lr = state_.last_lr;
  progress.images_per_second = per_second(state_.since_record.images, seconds);
  progress.recorded = due;
  if (state_.since_record.images > 0) {
    progress.loss = state_.since_record.loss_sum / state_.since_record.normaliser;
    if (due) {
      auto values = in_usual_order(state_.since_record.means());
      values.emplace_back("lr", state_.last_lr);
      values.emplace_back("images_per_s", progress.images_per_second);
      parts_.tracker.add({.step = state_.step,
                          .epoch = state_.epoch,
                          .split = "train",
                          .values = std::move(values)});
      state_.since_record = {};
      record_started_ = wall_seconds();
    }
  }
  parts_.progress.step_done(progress);
}

bool TrainLoop::validate_if_due() {
  const bool epoch_end = state_.batch >= options_.steps_per_epoch;
  // The weights that a run ends with are judged like all others.
  const bool last = state_.step >= options_.total_steps || time_is_up();
  const bool due = epoch_end || last || (parts_.validate && evaluation_due());
  if (!due || state_.evaluated_step >= state_.step) return true;
  if (auto means = state_.of_epoch.means(); !means.empty()) state_.last_train = std::move(means);
  if (parts_.validate && (last || evaluation_due())) {
    const double start = wall_seconds();
    const auto result = parts_.validate();
    record_started_ += wall_seconds() - start;  // images/s of training does not count validation
    if (!result) return false;
    state_.last_val = result->metrics;
    parts_.tracker.add({.step = state_.step,
                        .epoch = state_.epoch,
                        .split = "val",
                        .values = in_usual_order(result->metrics)});
  } else if (parts_.validate) {
    return true;
  }
  state_.evaluated_step = state_.step;
  watch_metrics();
  return true;
}

bool TrainLoop::evaluation_due() const {
  return is_due(options_.evaluate_every, state_.step, options_.steps_per_epoch);
}

std::optional<double> TrainLoop::metric(const MetricName& name) const {
  const auto& values = name.split == "train" ? state_.last_train : state_.last_val;
  const auto found = values.find(name.name);
  if (found == values.end()) return {};
  return found->second;
}

void TrainLoop::watch_metrics() {
  if (const auto value = metric(options_.monitored)) {
    parts_.schedule.observe(state_.step, *value);
    new_best_ = monitor_.improved(*value);
    if (std::isfinite(*value)) rank(*value);
  }
  if (options_.stop_metric) {
    if (const auto value = metric(*options_.stop_metric)) early_stop_.improved(*value);
  }
}

void TrainLoop::rank(double value) {
  // Of equal values the older one is the better.
  const auto place = std::find_if(state_.best.begin(), state_.best.end(), [&](const auto& other) {
    return options_.monitor.higher_is_better ? value > other.value : value < other.value;
  });
  const auto kept = static_cast<std::size_t>(std::max(1, options_.keep_best));
  ranked_ = static_cast<std::size_t>(place - state_.best.begin()) < kept;
  state_.best.insert(place, {state_.step, state_.epoch, value});
  if (state_.best.size() > kept) state_.best.resize(kept);
}

void TrainLoop::end_epoch() {
  EpochReport report;
  report.epoch = state_.epoch;
  report.epochs = options_.epochs;
  report.step = state_.step;
  report.train = state_.last_train;
  if (state_.evaluated_step == state_.step && parts_.validate) report.val = state_.last_val;
  report.lr = state_.last_lr;
  report.seconds = wall_seconds() - epoch_started_;
  report.images_per_second = per_second(state_.of_epoch.images, report.seconds);
  report.best = new_best_;
  if (const std::int64_t bad = parts_.batches.stats().bad; bad > bad_images_) {
    log_warning(concat(
        "epoch ", state_.epoch, ": ", counted(bad, "training image"), " could not be used so far"));
    bad_images_ = bad;
  }
  const std::int64_t finished_epoch = state_.epoch;
  state_.epoch = finished_epoch + 1;
  state_.batch = 0;
  state_.of_epoch = {};
  // Only an epoch cut short must be jumped out of; else the loader is already prefetching the next.
  if (options_.steps_per_epoch < parts_.batches.batches_per_epoch()) {
    parts_.batches.seek(state_.epoch, 0);
  }
  parts_.progress.epoch_ended(report);
  if (parts_.on_epoch_end) parts_.on_epoch_end(report);
}

bool TrainLoop::checkpoint_due() const {
  for (const Interval& interval : options_.checkpoint_every) {
    if (const Span* span = std::get_if<Span>(&interval)) {
      if (is_due(*span, state_.step, options_.steps_per_epoch)) return true;
    } else if (wall_seconds() - last_save_ >= std::get<Duration>(interval).seconds) {
      return true;
    }
  }
  return false;
}

std::optional<FitStatus> TrainLoop::finished() {
  if (at_end()) {
    state_.finished = true;
    state_.finish_reason = epoch_done_with_all() ? "epochs" : "max_steps";
    return FitStatus::finished;
  }
  if (options_.stop_metric && early_stop_.should_stop()) {
    state_.finished = true;
    state_.finish_reason = "early_stop";
    return FitStatus::early_stopped;
  }
  // Only with its last weights judged: time may run out between that and here.
  if (time_is_up() && (!parts_.validate || state_.evaluated_step == state_.step)) {
    state_.finished = true;
    state_.finish_reason = "max_time";
    return FitStatus::time_limit;
  }
  return {};
}

void TrainLoop::save() {
  state_.elapsed_seconds = elapsed();
  state_.schedule = parts_.schedule.state();
  state_.monitor = monitor_.state();
  state_.early_stop = early_stop_.state();
  // Records first: a checkpoint stands for all that came before it.
  parts_.tracker.sync();
  const std::string folder =
      parts_.store.save(state_.step, parts_.checkpoint_files(), parts_.describe(state_));
  parts_.store.mark_last(state_.step);
  const bool best = !state_.best.empty() && state_.best.front().step == state_.step;
  if (best) parts_.store.mark_best(state_.step);
  std::vector<std::int64_t> best_steps;
  for (const BestCheckpoint& checkpoint : state_.best) best_steps.push_back(checkpoint.step);
  parts_.store.prune(options_.keep_last, options_.keep_best, best_steps);
  saved_step_ = state_.step;
  last_save_ = wall_seconds();
  new_best_ = ranked_ = false;
  parts_.progress.checkpoint_saved(folder, best);
  if (parts_.on_checkpoint) parts_.on_checkpoint(folder);
}

double TrainLoop::elapsed() const {
  return elapsed_before_ + (wall_seconds() - started_);
}

}  // namespace trainer
