#include "api/fit_run.h"

#include <chrono>
#include <limits>

#include <trainer/error.h>

#include "base/file_system.h"
#include "base/log.h"
#include "base/stop.h"
#include "base/text.h"
#include "models/registry.h"

namespace trainer {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::string run_folder(const RunOptions& run, const FitOptions& options) {
  const bool trial = options.dry_run || options.limit_batches;
  return concat(run.output, "/", run.name, trial ? "-trial" : "");
}

}  // namespace

FitRun::FitRun(Config config, FitOptions options, FitCallbacks callbacks, ProgressSink& progress)
    : config_(std::move(config)),
      options_(std::move(options)),
      callbacks_(std::move(callbacks)),
      progress_(progress),
      run_(read_run_options(config_)),
      folder_(run_folder(run_, options_)),
      started_(now()) {}

FitRun::~FitRun() { set_log_file(""); }

FitResult FitRun::run() {
  open_run_folder();
  if (point_ && point_->state.finished) {
    const Config before = check_changes(*point_, config_, options_.allow_change);
    const RunOptions old = read_run_options(before);
    const bool longer = run_.train.epochs != old.train.epochs ||
                        run_.train.max_steps != old.train.max_steps ||
                        run_.train.max_time != old.train.max_time;
    if (!longer) {
      write_final_model(point_->state);
      return result(FitStatus::already_finished, point_->state);
    }
    point_->state.finished = false;
  }
  parts_ = std::make_unique<FitParts>(
      build_fit_parts(run_, config_, point_, options_.limit_batches));
  announce();
  resume_or_start();
  if (!point_) rehearse();
  if (options_.dry_run) return result(FitStatus::dry_run, state_);

  TrainLoop loop(loop_parts(), loop_options(), state_);
  const FitStatus status = loop.run();
  if (status != FitStatus::interrupted) write_final_model(loop.state());
  return result(status, loop.state());
}

void FitRun::open_run_folder() {
  make_folders(folder_);
  lock_ = std::make_unique<FolderLock>(folder_);
  const bool trial = options_.dry_run || options_.limit_batches;
  if (trial) remove_all(folder_ + "/checkpoints");
  store_ = std::make_unique<CheckpointStore>(folder_ + "/checkpoints");
  point_ = find_resume_point(options_, *store_, folder_);
  store_->prepare();
  set_log_file(folder_ + "/log.txt");
}

void FitRun::announce() {
  RunOutline outline;
  outline.name = run_.name;
  outline.folder = folder_;
  outline.summary = summary_table(parts_->network->network());
  outline.epochs = run_.train.epochs.value_or(0);
  outline.total_steps = parts_->total_steps;
  outline.steps_per_epoch = parts_->steps_per_epoch;
  outline.completed_steps = point_ ? point_->state.step : 0;
  progress_.run_started(outline);
}

void FitRun::resume_or_start() {
  FitParts& p = *parts_;
  TrackerSettings settings;
  settings.folder = folder_;
  settings.jsonl = run_.tracking.jsonl;
  settings.csv = run_.tracking.csv;
  settings.tensorboard = run_.tracking.tensorboard;
  settings.samples = run_.tracking.samples;
  if (point_) {
    const Config before = check_changes(*point_, config_, options_.allow_change);
    check_environment(*point_, p.environment);
    restore_tensors(parts_->tensors(), point_->folder, point_->state.ema_updates);
    state_ = point_->state;
    if (state_.step > p.total_steps) {
      throw UsageError(concat("the run has already made ", state_.step, " steps, and ",
                              p.total_steps, " are asked for now"));
    }
    store_->discard_after(state_.step);
    settings.resume_step = state_.step;
    log_info(concat("resuming from ", printable(point_->folder), ": epoch ", state_.epoch,
                    ", batch ", state_.batch + 1, ", step ", state_.step, ", learning rate ",
                    number_text(state_.last_lr), " -> ",
                    number_text(p.schedule->at(state_.step).lr)));
  } else {
    log_info(concat("a fresh run in ", printable(folder_)));
  }
  write_file_atomic(folder_ + "/config.yaml", config_.yaml(/*origins=*/true));
  tracker_ = std::make_unique<RunTracker>(settings);
}

void FitRun::rehearse() {
  FitParts& p = *parts_;
  // What would otherwise fail hours later: validation, and writing a checkpoint.
  constexpr std::int64_t kBatches = 2;
  if (p.val_loader && !validate(kBatches)) return;
  CheckpointStore trial(folder_ + "/.rehearsal");
  trial.prepare();
  trial.save(0, checkpoint_files(parts_->tensors(), p.card),
             describe_checkpoint(state_, p.card, p.environment));
  verify_checkpoint(trial.step_folder(0));
  remove_all(folder_ + "/.rehearsal");
}

std::optional<EvaluationResult> FitRun::validate(std::optional<std::int64_t> limit) {
  FitParts& p = *parts_;
  EvalLoopOptions options;
  options.split = "val";
  options.classes = p.data.classes;
  options.limit_batches = limit ? limit : options_.limit_batches;
  options.total_images = p.data.val->size();
  p.network->eval();
  std::optional<EvaluationResult> result;
  {
    const EmaScope average(p.ema.get());
    result = run_eval_loop(*p.network, *p.loss, *p.val_loader, *p.val_stage, options, progress_);
  }
  p.network->train();
  return result;
}

TrainLoopOptions FitRun::loop_options() const {
  const FitParts& p = *parts_;
  TrainLoopOptions o;
  o.epochs = p.epochs;
  o.total_steps = p.total_steps;
  o.steps_per_epoch = p.steps_per_epoch;
  o.max_time = run_.train.max_time;
  o.evaluate_every = run_.evaluate.every;
  o.checkpoint_every = run_.checkpoint.every;
  o.keep_last = run_.checkpoint.keep_last;
  o.keep_best = run_.checkpoint.keep_best;
  o.monitored = parse_metric_name(run_.checkpoint.monitor);
  o.monitor.higher_is_better = higher_is_better(o.monitored, run_.checkpoint.mode);
  if (run_.early_stop) {
    o.stop_metric = parse_metric_name(run_.early_stop->monitor);
    o.early_stop.higher_is_better = higher_is_better(*o.stop_metric, run_.early_stop->mode);
    o.early_stop.min_delta = run_.early_stop->min_delta;
    o.early_stop.patience = run_.early_stop->patience;
  }
  o.record_every = run_.tracking.every;
  return o;
}

TrainLoopParts FitRun::loop_parts() {
  FitParts& p = *parts_;
  TrainLoopParts parts{.step = *p.step,
                       .loader = *p.train_loader,
                       .schedule = *p.schedule,
                       .store = *store_,
                       .tracker = *tracker_,
                       .progress = progress_,
                       .validate = {},
                       .checkpoint_files = [this] { return checkpoint_files(parts_->tensors(), parts_->card); },
                       .describe =
                           [this](const RunState& state) {
                             RunState full = state;
                             if (parts_->ema) full.ema_updates = parts_->ema->updates();
                             return describe_checkpoint(full, parts_->card, parts_->environment);
                           },
                       .on_step_end = callbacks_.step_end,
                       .on_epoch_end = callbacks_.epoch_end,
                       .on_checkpoint = callbacks_.checkpoint};
  if (p.val_loader) parts.validate = [this] { return validate({}); };
  return parts;
}

void FitRun::write_final_model(const RunState& state) {
  // The best checkpoint's weights, the average where there is one; as a link would break when the
  // file is copied away, it is a file of its own.
  CheckpointStore& store = *store_;
  const std::int64_t step = store.best_step() >= 0 ? store.best_step() : store.last_step();
  TRAINER_ASSERT(step >= 0, concat("a run of ", state.step, " steps ended without a checkpoint"));
  const std::string source = store.step_folder(step);
  const char* file = has_checkpoint_file(source, "ema.pt") ? "/ema.pt" : "/model.pt";
  write_file_atomic(folder_ + "/model.pt",
                    read_file(source + file, std::numeric_limits<std::uint64_t>::max()));
}

FitResult FitRun::result(FitStatus status, const RunState& state) const {
  FitResult result;
  result.status = status;
  result.epochs = state.batch == 0 ? state.epoch - 1 : state.epoch;
  result.steps = state.step;
  result.train = state.last_train;
  result.val = state.last_val;
  result.monitor = run_.checkpoint.monitor;
  if (!state.best.empty()) result.best = state.best.front().second;
  result.best_epoch = state.best_epoch;
  result.run_folder = folder_;
  if (status != FitStatus::interrupted && status != FitStatus::dry_run) {
    result.model_path = folder_ + "/model.pt";
  }
  result.seconds = status == FitStatus::already_finished ? state.elapsed_seconds : now() - started_;
  return result;
}

}  // namespace trainer
