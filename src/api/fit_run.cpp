#include "api/fit_run.h"

#include <cerrno>
#include <filesystem>
#include <limits>

#include <trainer/error.h>

#include "api/memory_need.h"
#include "base/clock.h"
#include "base/file_system.h"
#include "base/log.h"
#include "base/stop.h"
#include "base/text.h"
#include "config/mistakes.h"
#include "metrics/metric_name.h"
#include "models/registry.h"

namespace trainer {
namespace {

bool is_trial(const FitOptions& options) {
  return options.dry_run || options.limit_batches;
}

std::string run_folder(const RunOptions& run, const FitOptions& options) {
  return concat(run.output, "/", run.name, is_trial(options) ? "-trial" : "");
}

/// Whether another `output` would help, rather than free space or a sound disk.
bool is_fault_of_the_path(const FileError& error) {
  const int number = error.error_number();
  return number == EACCES || number == EPERM || number == EROFS || number == ENOTDIR ||
         number == EEXIST || number == ENOENT || number == ENAMETOOLONG || number == ELOOP;
}

/// A checkpoint folder of its own that is removed however the scope is left.
class TrialStore {
 public:
  explicit TrialStore(std::string folder) : folder_(std::move(folder)), store_(folder_) {
    store_.prepare();
  }
  ~TrialStore() {
    // What failed is on its way as an exception; a remainder is removed by the next rehearsal.
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TrialStore(const TrialStore&) = delete;
  TrialStore& operator=(const TrialStore&) = delete;
  CheckpointStore& store() { return store_; }

 private:
  std::string folder_;
  CheckpointStore store_;
};

}  // namespace

FitRun::FitRun(Config config, FitOptions options, FitCallbacks callbacks, ProgressSink& progress)
    : config_(std::move(config)),
      options_(std::move(options)),
      callbacks_(std::move(callbacks)),
      progress_(progress),
      run_(read_run_options(config_)),
      path_(run_folder(run_, options_)),
      started_(wall_seconds()) {
  if (options_.limit_batches && *options_.limit_batches < 1) {
    throw UsageError(concat("expected a limit of at least 1 batch, got ", *options_.limit_batches));
  }
}

FitResult FitRun::run() {
  // A key that is misspelt would allow nothing, and say nothing.
  for (const std::string& key : options_.allow_change) config_.at(key);
  open_run_folder();
  if (point_) {
    compare_with_checkpoint();
    const bool own = !store_->steps().empty();
    if (own && point_->state.finished && !end_has_changed(*before_, config_)) {
      adopt_checkpoints(*point_, *store_);
      write_final_model(point_->state);
      return result(FitStatus::already_finished, point_->state);
    }
    point_->state.finished = false;
  }
  if (!build()) return result(FitStatus::interrupted, point_ ? point_->state : state_);
  announce();
  resume_or_start();
  if (!point_ && !rehearse() && options_.dry_run) return result(FitStatus::interrupted, state_);
  if (options_.dry_run) return result(FitStatus::dry_run, state_);

  TrainLoop loop(loop_parts(), loop_options(), state_);
  const FitStatus status = train(loop);
  if (status != FitStatus::interrupted) write_final_model(loop.state());
  return result(status, loop.state());
}

void FitRun::open_run_folder() {
  try {
    folder_.emplace(path_);
  } catch (const FileError& error) {
    if (!is_fault_of_the_path(error)) throw;
    throw ConfigError(mistake_at(config_.at("output").position, "output", error.what()));
  }
  // A trial is always a fresh run, unless it is to start from a given checkpoint.
  const bool fresh =
      is_trial(options_) && (options_.resume == "auto" || options_.resume == "never");
  if (is_trial(options_)) remove_all(folder_->checkpoints());
  store_ = std::make_unique<CheckpointStore>(folder_->checkpoints());
  store_->prepare();
  if (!fresh) point_ = find_resume_point(options_.resume, *store_, path_);
}

void FitRun::compare_with_checkpoint() {
  before_ = check_changes(*point_, config_, options_.allow_change);
  run_before_ = read_run_options(*before_);
  const bool validates = !point_->environment.val_data.empty();
  settle_monitors(run_before_, *before_, validates);
  settle_monitors(run_, config_, validates);
  forget_changed_monitors(point_->state, run_before_, run_);
}

bool FitRun::build() {
  try {
    parts_ =
        std::make_unique<FitParts>(build_fit_parts(run_, config_, point_, options_.limit_batches));
    return true;
  } catch (const Error& error) {
    if (error.exit_code() != ExitCode::interrupted) throw;
    log_info(error.what());
    return false;
  }
}

FitStatus FitRun::train(TrainLoop& loop) {
  try {
    return loop.run();
  } catch (const NumericError& error) {
    const std::int64_t step = store_->last_step();
    throw NumericError(concat(
        error.what(),
        step < 0 ? ". No checkpoint was saved before it" : ". The last checkpoint before it is ",
        step < 0 ? "" : printable(store_->step_folder(step))));
  }
}

void FitRun::announce() {
  RunOutline outline;
  outline.name = run_.name;
  outline.folder = path_;
  const Network& network = parts_->network->network();
  outline.summary = concat(
      summary_table(network), memory_text(memory_need(network, run_), available_memory()), "\n");
  outline.epochs = run_.train.epochs.value_or(0);
  const bool bounded = run_.train.epochs || run_.train.max_steps;
  outline.total_steps = bounded ? parts_->plan.total_steps : 0;
  outline.steps_per_epoch = parts_->steps_per_epoch;
  outline.completed_steps = point_ ? point_->state.step : 0;
  progress_.run_started(outline);
}

void FitRun::resume_or_start() {
  FitParts& p = *parts_;
  TrackerSettings settings;
  settings.folder = path_;
  settings.jsonl = run_.tracking.jsonl;
  settings.csv = run_.tracking.csv;
  settings.tensorboard = run_.tracking.tensorboard;
  settings.samples = run_.tracking.samples;
  if (point_) {
    check_environment(*point_, p.environment);
    if (point_->state.step > p.plan.total_steps) {
      throw UsageError(concat("the run has already made ",
                              point_->state.step,
                              " steps, and ",
                              p.plan.total_steps,
                              " are asked for now"));
    }
    restore_tensors(p.tensors(), point_->folder, point_->state.ema_updates);
    adopt_checkpoints(*point_, *store_);
    state_ = point_->state;
    settings.resume_step = state_.step;
    log_info(concat("resuming from ",
                    printable(point_->folder),
                    ": epoch ",
                    state_.epoch,
                    ", batch ",
                    state_.batch + 1,
                    ", step ",
                    state_.step,
                    ", ",
                    learning_rate_text()));
  } else {
    log_info(concat("a fresh run in ", printable(path_)));
  }
  folder_->keep();
  write_file_atomic(path_ + "/config.yaml", config_.yaml(/*origins=*/true));
  tracker_ = std::make_unique<RunTracker>(settings);
}

/// The rate of the next step, and what it was going to be before the configuration changed.
std::string FitRun::learning_rate_text() const {
  const auto rate = [&](Schedule& schedule) {
    if (state_.step > 0) schedule.load_state(state_.schedule);
    return number_text(schedule.at(state_.step).lr);
  };
  const TrainingPlan now = make_plan(run_, parts_->steps_per_epoch);
  const TrainingPlan before = make_plan(run_before_, parts_->steps_per_epoch);
  const std::string new_rate = rate(*now.schedule);
  const std::string old_rate = rate(*before.schedule);
  return concat("learning rate ", old_rate == new_rate ? "" : concat(old_rate, " -> "), new_rate);
}

bool FitRun::rehearse() {
  // What would otherwise fail hours later: validation, and writing a checkpoint.
  constexpr std::int64_t kBatches = 2;
  FitParts& p = *parts_;
  if (p.batches.val && !validate(kBatches)) return false;
  TrialStore trial(path_ + "/.rehearsal");
  const std::string saved = trial.store().save(
      0, checkpoint_files(p.tensors(), p.card), describe_checkpoint(state_, p.card, p.environment));
  verify_checkpoint(saved);
  return !stop_requested();
}

std::optional<EvaluationResult> FitRun::validate(std::optional<std::int64_t> limit) {
  FitParts& p = *parts_;
  EvalLoopOptions options;
  options.split = "val";
  options.classes = p.data.classes;
  options.metrics = {run_.evaluate.metrics.begin(), run_.evaluate.metrics.end()};
  options.metrics.insert("loss");
  options.limit_batches = limit ? limit : options_.limit_batches;
  options.total_images = p.data.val->size();
  p.network->eval();
  std::optional<EvaluationResult> result;
  {
    const EmaScope average(p.ema.get());
    result = run_eval_loop(*p.network, *p.loss, *p.batches.val, *p.val_stage, options, progress_);
  }
  p.network->train();
  return result;
}

TrainLoopOptions FitRun::loop_options() const {
  const FitParts& p = *parts_;
  TrainLoopOptions o;
  o.epochs = p.plan.epochs;
  o.total_steps = p.plan.total_steps;
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
  TrainLoopParts parts{
      .step = *p.step,
      .batches = *p.batches.train,
      .schedule = *p.plan.schedule,
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
  if (p.batches.val) parts.validate = [this] { return validate({}); };
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
  write_file_atomic(path_ + "/model.pt",
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
  if (!state.best.empty()) {
    result.best = state.best.front().value;
    result.best_epoch = state.best.front().epoch;
  }
  result.run_folder = path_;
  if (status != FitStatus::interrupted && status != FitStatus::dry_run) {
    result.model_path = path_ + "/model.pt";
  }
  result.seconds =
      status == FitStatus::already_finished ? state.elapsed_seconds : wall_seconds() - started_;
  return result;
}

}  // namespace trainer
