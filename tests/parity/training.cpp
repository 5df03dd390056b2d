#include "parity/training.h"

#include <algorithm>
#include <memory>
#include <optional>

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>

#include "loss/loss.h"
#include "optim/ema.h"
#include "optim/optimizer.h"
#include "optim/schedules/schedule.h"

namespace trainer::parity {
namespace {

using nlohmann::json;

const std::vector<std::string> kParameters{
    "conv1.weight", "bn1.weight", "bn1.bias", "conv2.weight", "conv2.bias", "fc.weight", "fc.bias"};
const std::vector<std::string> kBuffers{"bn1.running_mean", "bn1.running_var"};
const std::vector<std::string> kNormAndBias{"bn1.weight", "bn1.bias", "conv2.bias", "fc.bias"};

/// Net of make_fixtures.py.
class Net {
 public:
  Net(const Fixture& fixture, const json& wanted) {
    const auto frozen = wanted.at("frozen").get<std::vector<std::string>>();
    for (const std::string& name : kParameters) {
      at::Tensor tensor = fixture.tensor("start." + name);
      if (wanted.at("channels_last").get<bool>() && tensor.dim() == 4) {
        tensor = tensor.contiguous(at::MemoryFormat::ChannelsLast);
      }
      tensor.requires_grad_(std::find(frozen.begin(), frozen.end(), name) == frozen.end());
      tensors_[name] = tensor;
    }
    for (const std::string& name : kBuffers) tensors_[name] = fixture.tensor("start." + name);
  }

  at::Tensor forward(const at::Tensor& images) const {
    at::Tensor x = at::conv2d(images, of("conv1.weight"), {}, 1, 1);
    x = at::batch_norm(x,
                       of("bn1.weight"),
                       of("bn1.bias"),
                       of("bn1.running_mean"),
                       of("bn1.running_var"),
                       /*training=*/true,
                       0.1,
                       1e-5,
                       /*cudnn_enabled=*/false);
    x = at::conv2d(at::silu(x), of("conv2.weight"), of("conv2.bias"), 2, 1);
    x = at::tanh(x).mean({2, 3});
    return at::linear(x, of("fc.weight"), of("fc.bias"));
  }

  NamedTensors named(const std::vector<std::string>& names) const {
    NamedTensors result;
    for (const std::string& name : names) result.emplace_back(name, of(name));
    return result;
  }
  const std::map<std::string, at::Tensor>& tensors() const { return tensors_; }

 private:
  const at::Tensor& of(const std::string& name) const { return tensors_.at(name); }
  std::map<std::string, at::Tensor> tensors_;
};

OptimizerOptions optimizer_options(const json& wanted) {
  OptimizerOptions options;
  const json& method = wanted.at("optimizer");
  options.method =
      component_of(optimizer_catalog(), method.at("name").get<std::string>(), method.at("keys"));
  options.lr = wanted.at("lr").get<double>();
  options.weight_decay = wanted.at("weight_decay").get<double>();
  options.decay_norm_and_bias = wanted.at("decay_norm_and_bias").get<bool>();
  for (const json& group : wanted.at("groups")) {
    GroupOptions made;
    made.match = group.at("match").get<std::string>();
    made.lr_scale = group.at("lr_scale").get<double>();
    if (!group.at("weight_decay").is_null()) {
      made.weight_decay = group.at("weight_decay").get<double>();
    }
    options.groups.push_back(made);
  }
  return options;
}

std::unique_ptr<Schedule> schedule_of(const json& wanted, std::int64_t steps) {
  ScheduleOptions options;
  ScheduleRequest request{.lr = wanted.at("lr").get<double>(), .total_steps = steps};
  if (wanted.at("schedule").is_null()) {
    options.method = component_of(schedule_catalog(), "constant", json::object());
  } else {
    const json& schedule = wanted.at("schedule");
    options.method = component_of(
        schedule_catalog(), schedule.at("name").get<std::string>(), schedule.at("keys"));
    options.warmup = {schedule.at("warmup").get<double>(), SpanUnit::steps};
  }
  return make_schedule(options, request);
}

/// Gradients of the whole batch from its micro-batches; gives its loss.
double backward(const Net& net,
                const Loss& loss,
                const at::Tensor& images,
                const at::Tensor& labels,
                std::int64_t micro_batch) {
  const std::int64_t count = images.size(0);
  double normaliser = loss.soft_normaliser(count);
  if (labels.dim() == 1) {
    const auto* host = labels.const_data_ptr<std::int64_t>();
    normaliser = loss.normaliser({host, host + count});
  }
  double total = 0;
  for (std::int64_t from = 0; from < count; from += micro_batch) {
    const std::int64_t to = std::min(from + micro_batch, count);
    const at::Tensor sum =
        loss.sum(net.forward(images.slice(0, from, to)), labels.slice(0, from, to));
    (sum / normaliser).backward();
    total += sum.item<double>() / normaliser;
  }
  return total;
}

at::Tensor all_labels(const Fixture& fixture, const json& wanted) {
  if (wanted.at("soft").get<bool>()) return fixture.tensor("soft");
  std::vector<at::Tensor> steps;
  for (const json& labels : fixture.index().at("labels")) {
    steps.push_back(at::tensor(labels.get<std::vector<std::int64_t>>(), at::kLong));
  }
  return at::stack(steps);
}

}  // namespace

Trained train(const Fixture& fixture, const json& wanted) {
  const Net net(fixture, wanted);
  const auto options = optimizer_options(wanted);
  const auto optimizer =
      make_optimizer(options, make_groups(options, net.named(kParameters), kNormAndBias));
  const auto classes = fixture.index().at("classes").get<std::size_t>();
  const auto loss = make_loss({component_of(loss_catalog(), "cross_entropy", wanted.at("loss"))},
                              std::vector<std::int64_t>(classes, 1));
  std::optional<Ema> ema;
  if (!wanted.at("ema").is_null()) {
    const json& e = wanted.at("ema");
    ema.emplace(EmaOptions{e.at("decay").get<double>(), e.at("every").get<std::int64_t>()},
                net.named(kParameters),
                net.named(kBuffers));
  }
  std::optional<double> limit;
  if (!wanted.at("clip").is_null()) limit = wanted.at("clip").get<double>();
  const auto micro_batch = wanted.at("micro_batch").get<std::int64_t>();
  const at::Tensor images = fixture.tensor("images");
  const at::Tensor labels = all_labels(fixture, wanted);
  const auto schedule = schedule_of(wanted, images.size(0));

  Trained result;
  for (std::int64_t step = 0; step < images.size(0); ++step) {
    at::Tensor batch = images[step];
    if (wanted.at("channels_last").get<bool>()) {
      batch = batch.contiguous(at::MemoryFormat::ChannelsLast);
    }
    optimizer->zero_grad();
    result.losses.push_back(backward(net, *loss, batch, labels[step], micro_batch));
    result.norms.push_back(clip_grad_norm(optimizer->groups(), limit).item<double>());
    const ScheduleValue rate = schedule->at(step);
    optimizer->step(rate.lr, rate.momentum);
    if (ema) ema->update(step + 1);
  }
  result.final = net.tensors();
  if (ema) {
    for (const auto& [name, tensor] : ema->tensors()) result.average[name] = tensor;
  }
  result.optimizer = optimizer->state();
  return result;
}

}  // namespace trainer::parity
