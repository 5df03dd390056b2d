#include "api/fit_run.h"

#include <algorithm>
#include <chrono>
#include <limits>

#include <trainer/error.h>

#include "api/model_set_up.h"
#include "base/file_system.h"
#include "base/log.h"
#include "base/stop.h"
#include "base/text.h"
#include "data/sources/split.h"
#include "engine/torch_setup.h"
#include "models/registry.h"
#include "network/rules.h"

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

/// The momentum that one_cycle starts from: SGD's, or the first of Adam's betas.
double optimizer_momentum(const RunOptions& run) {
  const Node& options = run.optimizer.method.options;
  double momentum = 0;
  if (const Node* own = options.find("momentum")) detail::read_value(*own, momentum);
  if (const Node* betas = options.find("betas"); betas && !betas->items.empty()) {
    detail::read_value(betas->items[0], momentum);
  }
  return momentum;
}

NamedTensors named_parameters(const NetworkModule& network) {
  NamedTensors parameters;
  for (const auto& item : network.named_parameters()) {
    parameters.emplace_back(item.key(), item.value());
  }
  return parameters;
}

NamedTensors named_buffers(const NetworkModule& network) {
  NamedTensors buffers;
  for (const auto& item : network.named_buffers()) buffers.emplace_back(item.key(), item.value());
  return buffers;
}

}  // namespace

/// The objects of a run, in the order they are made.
struct FitRun::Parts {
  std::unique_ptr<FolderLock> lock;
  std::unique_ptr<CheckpointStore> store;
  TrainingData data;
  Pipelines pipelines;
  std::shared_ptr<NetworkModule> network;
  bool channels_last = false;
  ModelCard card;
  RunEnvironment environment;
  std::unique_ptr<Loss> loss;
  std::unique_ptr<Optimizer> optimizer;
  std::unique_ptr<Ema> ema;
  std::unique_ptr<Schedule> schedule;
  std::unique_ptr<Loader> train_loader, val_loader;
  std::unique_ptr<DeviceStage> train_stage, val_stage;
  std::unique_ptr<TrainStep> step;
  std::unique_ptr<RunTracker> tracker;
  std::int64_t steps_per_epoch = 0;
  std::int64_t epochs = 0;
  std::int64_t total_steps = 0;
};

FitRun::FitRun(Config config, FitOptions options, FitCallbacks callbacks, ProgressSink& progress)
    : config_(std::move(config)),
      options_(std::move(options)),
      callbacks_(std::move(callbacks)),
      progress_(progress),
      run_(read_run_options(config_)),
      folder_(run_folder(run_, options_)),
      started_(now()),
      parts_(std::make_unique<Parts>()) {}

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
  build_parts();
  resume_or_start();
  if (!point_) rehearse();
  if (options_.dry_run) return result(FitStatus::dry_run, state_);

  TrainLoop loop(loop_parts(), loop_options(), state_);
  const FitStatus status = loop.run();
  if (status != FitStatus::interrupted) write_final_model(loop.state());
  return result(status, loop.state());
}

void FitRun::open_run_folder() {
  Parts& p = *parts_;
  make_folders(folder_);
  p.lock = std::make_unique<FolderLock>(folder_);
  const bool trial = options_.dry_run || options_.limit_batches;
  if (trial) remove_all(folder_ + "/checkpoints");
  p.store = std::make_unique<CheckpointStore>(folder_ + "/checkpoints");
  point_ = find_resume_point(options_, *p.store, folder_);
  p.store->prepare();
  set_log_file(folder_ + "/log.txt");
}

void FitRun::build_parts() {
  Parts& p = *parts_;
  set_up_torch({.threads = point_ ? point_->environment.threads : 0,
                .deterministic = run_.deterministic});
  const c10::Device device = resolve_device(run_.device);
  p.data = open_training_data(run_);
  settle_monitors(run_, config_, p.data.val != nullptr);
  std::optional<Normalization> measured;
  if (point_) measured = point_->card.normalization;
  p.pipelines = make_pipelines(run_, *p.data.train, measured);

  Network description = describe_network(run_, config_, *p.pipelines.train, p.data.classes);
  describe_network(run_, config_, *p.pipelines.val, p.data.classes);
  p.channels_last = point_ ? point_->card.channels_last : use_channels_last(run_, description);
  const std::string summary = summary_table(description);
  p.network = make_network(run_, config_, std::move(description), p.channels_last);
  p.card = make_card(config_, *p.pipelines.val, p.data.train->raw_size(), p.data.classes, p.channels_last);

  p.environment.trainer_version = TRAINER_VERSION;
  p.environment.torch_version = torch_version();
  p.environment.threads = torch_threads();
  p.environment.train_data = data_fingerprint(*p.data.train);
  if (p.data.val) p.environment.val_data = data_fingerprint(*p.data.val);

  p.loss = make_loss(run_.loss, class_counts(*p.data.train));
  p.loss->to(device);
  p.optimizer = make_optimizer(
      run_.optimizer,
      make_groups(run_.optimizer, named_parameters(*p.network), norm_and_bias_names(*p.network)));
  if (run_.train.ema) {
    p.ema = std::make_unique<Ema>(*run_.train.ema, named_parameters(*p.network),
                                  named_buffers(*p.network));
  }

  const auto seed = static_cast<std::uint64_t>(run_.seed);
  std::shared_ptr<const Sampler> sampler =
      run_.data.sampler == "sequential" ? make_sequential_sampler(p.data.train->size())
                                        : make_shuffle_sampler(p.data.train->size(), seed);
  p.train_loader = std::make_unique<Loader>(p.data.train, sampler, p.pipelines.train,
                                            train_loader_options(run_));
  if (p.data.val) {
    p.val_loader = std::make_unique<Loader>(
        p.data.val, make_sequential_sampler(p.data.val->size()), p.pipelines.val,
        eval_loader_options(run_, run_.train.batch_size));
  }
  check_last_batch();
  p.steps_per_epoch = p.train_loader->batches_per_epoch();
  if (options_.limit_batches) {
    p.steps_per_epoch = std::min(p.steps_per_epoch, *options_.limit_batches);
  }
  const std::int64_t endless = std::numeric_limits<std::int32_t>::max();
  p.epochs = run_.train.epochs.value_or(endless);
  p.total_steps = std::min(p.epochs * p.steps_per_epoch,
                           run_.train.max_steps.value_or(std::numeric_limits<std::int64_t>::max()));

  ScheduleRequest request;
  request.lr = run_.optimizer.lr;
  request.steps_per_epoch = p.steps_per_epoch;
  request.total_steps = p.total_steps;
  request.momentum = optimizer_momentum(run_);
  request.higher_is_better =
      higher_is_better(parse_metric_name(run_.checkpoint.monitor), run_.checkpoint.mode);
  p.schedule = make_schedule(run_.schedule, request);

  p.train_stage =
      std::make_unique<DeviceStage>(device, p.pipelines.train->normalization(), p.channels_last);
  p.val_stage =
      std::make_unique<DeviceStage>(device, p.pipelines.val->normalization(), p.channels_last);
  TrainStepOptions step;
  step.seed = seed;
  step.micro_batch = run_.train.micro_batch.has_value() ? run_.train.micro_batch.value : 0;
  step.clip_grad_norm = run_.train.clip_grad_norm;
  p.step = std::make_unique<TrainStep>(*p.network, *p.loss, *p.optimizer, p.ema.get(),
                                       *p.train_stage, step);

  RunOutline outline;
  outline.name = run_.name;
  outline.folder = folder_;
  outline.summary = summary;
  outline.epochs = run_.train.epochs.value_or(0);
  outline.total_steps = p.total_steps;
  outline.steps_per_epoch = p.steps_per_epoch;
  outline.completed_steps = point_ ? point_->state.step : 0;
  progress_.run_started(outline);
}

void FitRun::check_last_batch() const {
  const Parts& p = *parts_;
  const std::vector<std::string> norms = batch_norm_on_single_value(p.network->network());
  if (norms.empty()) return;
  const std::int64_t batch = run_.train.batch_size;
  const std::int64_t micro =
      run_.train.micro_batch.has_value() ? run_.train.micro_batch.value : batch;
  const std::int64_t rest = run_.data.drop_last ? 0 : p.data.train->size() % batch;
  const bool full_ends_in_one = micro == 1 || batch % micro == 1;
  const bool rest_ends_in_one = rest == 1 || (rest > 0 && rest % micro == 1);
  if (!full_ends_in_one && !rest_ends_in_one) return;
  const char* key = full_ends_in_one ? "train.micro_batch" : "data.drop_last";
  const Position& at = config_.at(key).position;
  throw ConfigError({.file = at.file,
                     .line = at.line,
                     .column = at.column,
                     .key = key,
                     .message = concat("batch norm ", norms.front(), " sees a 1x1 map, and ",
                                       p.data.train->size(), " images in batches of ", batch,
                                       " end in a batch of 1: it cannot be normalised over one "
                                       "value"),
                     .hint = full_ends_in_one ? "choose another micro-batch size"
                                              : "set data.drop_last: true, or another batch size"});
}

void FitRun::resume_or_start() {
  Parts& p = *parts_;
  TrackerSettings settings;
  settings.folder = folder_;
  settings.jsonl = run_.tracking.jsonl;
  settings.csv = run_.tracking.csv;
  settings.tensorboard = run_.tracking.tensorboard;
  settings.samples = run_.tracking.samples;
  if (point_) {
    const Config before = check_changes(*point_, config_, options_.allow_change);
    check_environment(*point_, p.environment);
    restore_tensors(tensors(), point_->folder, point_->state.ema_updates);
    state_ = point_->state;
    if (state_.step > p.total_steps) {
      throw UsageError(concat("the run has already made ", state_.step, " steps, and ",
                              p.total_steps, " are asked for now"));
    }
    p.store->discard_after(state_.step);
    settings.resume_step = state_.step;
    log_info(concat("going on from ", printable(point_->folder), ": epoch ", state_.epoch,
                    ", batch ", state_.batch + 1, ", step ", state_.step, ", learning rate ",
                    number_text(state_.last_lr), " -> ",
                    number_text(p.schedule->at(state_.step).lr)));
  } else {
    log_info(concat("a fresh run in ", printable(folder_)));
  }
  write_file_atomic(folder_ + "/config.yaml", config_.yaml(/*origins=*/true));
  p.tracker = std::make_unique<RunTracker>(settings);
}

void FitRun::rehearse() {
  Parts& p = *parts_;
  // What would otherwise fail hours later: validation, and writing a checkpoint.
  constexpr std::int64_t kBatches = 2;
  if (p.val_loader && !validate(kBatches)) return;
  CheckpointStore trial(folder_ + "/.rehearsal");
  trial.prepare();
  trial.save(0, checkpoint_files(tensors(), p.card),
             describe_checkpoint(state_, p.card, p.environment));
  verify_checkpoint(trial.step_folder(0));
  remove_all(folder_ + "/.rehearsal");
}

std::optional<EvaluationResult> FitRun::validate(std::optional<std::int64_t> limit) {
  Parts& p = *parts_;
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

RunTensors FitRun::tensors() {
  return {*parts_->network, *parts_->optimizer, parts_->ema.get()};
}

TrainLoopOptions FitRun::loop_options() const {
  const Parts& p = *parts_;
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
  Parts& p = *parts_;
  TrainLoopParts parts{.step = *p.step,
                       .loader = *p.train_loader,
                       .schedule = *p.schedule,
                       .store = *p.store,
                       .tracker = *p.tracker,
                       .progress = progress_,
                       .validate = {},
                       .checkpoint_files = [this] { return checkpoint_files(tensors(), parts_->card); },
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
  CheckpointStore& store = *parts_->store;
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
