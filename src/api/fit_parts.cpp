#include "api/fit_parts.h"

#include <algorithm>
#include <limits>

#include <trainer/error.h>

#include "api/memory_need.h"
#include "api/model_set_up.h"
#include "base/log.h"
#include "base/text.h"
#include "config/mistakes.h"
#include "engine/torch_setup.h"
#include "metrics/metric_name.h"
#include "network/input_check.h"
#include "network/rules.h"

namespace trainer {
namespace {

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

/// The value of `key` does not fit.
ConfigError misfit(const Config& config,
                   const std::string& key,
                   std::string message,
                   std::string hint) {
  return ConfigError(mistake_at(config.at(key).position, key, std::move(message), std::move(hint)));
}

void check_batch_size(const FitParts& p, const RunOptions& run, const Config& config) {
  if (run.train.batch_size <= p.data.train->size()) return;
  throw misfit(config,
               "train.batch_size",
               concat("expected at most ",
                      p.data.train->size(),
                      ", the number of training images, got ",
                      run.train.batch_size),
               "a smaller batch trains on the same images in more steps");
}

/// Validation images may have another size than training images, where the network takes it.
void check_validation_images(const Network& network,
                             const Pipeline& pipeline,
                             const Config& config) {
  try {
    check_input(network, {pipeline.channels(), pipeline.height(), pipeline.width()});
  } catch (const UsageError& error) {
    throw misfit(config,
                 "transforms.val",
                 error.what(),
                 "let both lists end in the same size, or use a network with global pooling");
  }
}

/// A last batch of one image on a 1x1 map would stop the run at the end of its first epoch.
void check_last_batch(const FitParts& p, const RunOptions& run, const Config& config) {
  const std::vector<std::string> norms = batch_norm_on_single_value(p.network->network());
  if (norms.empty()) return;
  const std::int64_t batch = run.train.batch_size;
  const std::int64_t micro =
      run.train.micro_batch.has_value() ? run.train.micro_batch.value : batch;
  const std::int64_t rest = run.data.drop_last ? 0 : p.data.train->size() % batch;
  const bool full_ends_in_one = micro == 1 || batch % micro == 1;
  const bool rest_ends_in_one = rest == 1 || (rest > 0 && rest % micro == 1);
  if (!full_ends_in_one && !rest_ends_in_one) return;
  const bool of_micro_batch = full_ends_in_one && run.train.micro_batch.has_value();
  const char* key = of_micro_batch     ? "train.micro_batch"
                    : full_ends_in_one ? "train.batch_size"
                                       : "data.drop_last";
  const char* advice = of_micro_batch     ? "choose another micro-batch size"
                       : full_ends_in_one ? "choose a larger one"
                                          : "set data.drop_last: true, or another batch size";
  throw misfit(config,
               key,
               concat("batch norm ",
                      norms.front(),
                      " sees a 1x1 map, and ",
                      p.data.train->size(),
                      " images in batches of ",
                      batch,
                      " end in a batch of 1: it cannot be normalised over one value"),
               advice);
}

void build_data(FitParts& p,
                RunOptions& run,
                const Config& config,
                const std::optional<ResumePoint>& point) {
  p.data = with_caches(run, open_training_data(run));
  check_batch_size(p, run, config);
  if (p.data.classes.size() == 1) {
    log_warning(concat("the training data has one class, ",
                       printable(p.data.classes.front()),
                       ": whatever the network answers is right"));
  }
  settle_monitors(run, config, p.data.val != nullptr);
  std::optional<Normalization> measured;
  if (point) measured = point->environment.normalization;
  p.pipelines = make_pipelines(run, *p.data.train, measured);
  p.environment.normalization = p.pipelines.train->normalization();

  p.environment.trainer_version = TRAINER_VERSION;
  p.environment.torch_version = torch_version();
  p.environment.threads = torch_threads();
  p.environment.train_data = data_fingerprint(*p.data.train);
  if (p.data.val) p.environment.val_data = data_fingerprint(*p.data.val);
}

void build_network_parts(FitParts& p,
                         const RunOptions& run,
                         const Config& config,
                         const std::optional<ResumePoint>& point) {
  Network description = describe_network(run, config, *p.pipelines.train, p.data.classes);
  check_validation_images(description, *p.pipelines.val, config);
  check_memory(memory_need(description, run), available_memory());
  const bool channels_last =
      point ? point->card.channels_last : use_channels_last(run, description);
  p.network = make_network(run, config, std::move(description), channels_last);
  p.card = make_card(config, *p.pipelines.val, *p.data.train, channels_last);

  p.loss = make_loss(run.loss, p.card.class_counts);
  p.optimizer = make_optimizer(
      run.optimizer,
      make_groups(run.optimizer, named_parameters(*p.network), norm_and_bias_names(*p.network)));
  if (run.train.ema) {
    p.ema = std::make_unique<Ema>(
        *run.train.ema, named_parameters(*p.network), named_buffers(*p.network));
  }
}

void build_step(FitParts& p, const RunOptions& run) {
  const c10::Device device = resolve_device(run.device);
  p.loss->to(device);
  p.train_stage = std::make_unique<DeviceStage>(
      device, p.pipelines.train->normalization(), p.card.channels_last);
  p.val_stage =
      std::make_unique<DeviceStage>(device, p.pipelines.val->normalization(), p.card.channels_last);
  TrainStepOptions step;
  step.seed = static_cast<std::uint64_t>(run.seed);
  step.micro_batch = run.train.micro_batch.has_value() ? run.train.micro_batch.value : 0;
  step.clip_grad_norm = run.train.clip_grad_norm;
  p.step = std::make_unique<TrainStep>(
      *p.network, *p.loss, *p.optimizer, p.ema.get(), *p.train_stage, step);
}

}  // namespace

TrainingPlan make_plan(const RunOptions& run, std::int64_t steps_per_epoch) {
  TrainingPlan plan;
  // Without a number of epochs the run ends by steps or time; then epochs only count.
  plan.epochs = run.train.epochs.value_or(std::numeric_limits<std::int32_t>::max());
  plan.total_steps =
      std::min(plan.epochs * steps_per_epoch,
               run.train.max_steps.value_or(std::numeric_limits<std::int64_t>::max()));
  ScheduleRequest request;
  request.lr = run.optimizer.lr;
  request.steps_per_epoch = steps_per_epoch;
  request.total_steps = plan.total_steps;
  request.momentum = optimizer_momentum(run);
  request.higher_is_better =
      higher_is_better(parse_metric_name(run.checkpoint.monitor), run.checkpoint.mode);
  plan.schedule = make_schedule(run.schedule, request);
  return plan;
}

FitParts build_fit_parts(RunOptions& run,
                         const Config& config,
                         const std::optional<ResumePoint>& point,
                         std::optional<std::int64_t> limit_batches) {
  set_up_torch(
      {.threads = point ? point->environment.threads : 0, .deterministic = run.deterministic});
  FitParts parts;
  build_data(parts, run, config, point);
  build_network_parts(parts, run, config, point);
  parts.batches = make_batch_sources(run, config, parts.data, parts.pipelines);
  check_last_batch(parts, run, config);
  parts.steps_per_epoch = parts.batches.train->batches_per_epoch();
  if (limit_batches) parts.steps_per_epoch = std::min(parts.steps_per_epoch, *limit_batches);
  parts.plan = make_plan(run, parts.steps_per_epoch);
  build_step(parts, run);
  return parts;
}

}  // namespace trainer
