#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <ATen/Context.h>
#include <ATen/Parallel.h>

#include "data/loader/loader.h"
#include "data/sources/synthetic.h"
#include "engine/train_step.h"
#include "loss/loss.h"
#include "models/registry.h"
#include "network/executor.h"
#include "unit/optim/component.h"

namespace trainer::test {

/// Images of a few pixels: a second thread would only be waited for.
inline const bool kSingleThread = (at::set_num_threads(1), true);

constexpr int kSide = 8;
constexpr std::int64_t kClasses = 3;

inline Normalization plain_normalization() {
  return {{0.5F}, {0.25F}};
}

inline std::shared_ptr<NetworkModule> tiny_network(std::map<std::string, std::string> keys = {},
                                                   std::uint64_t seed = 1) {
  keys.try_emplace("width", "4");
  keys.try_emplace("hidden", "[8]");
  at::manual_seed(seed);
  ModelRequest request;
  request.channels = 1;
  request.height = request.width = kSide;
  request.classes = kClasses;
  auto network = std::make_shared<NetworkModule>(
      build_network(component(model_catalog(), "simple_cnn", std::move(keys)), request));
  network->train();
  return network;
}

inline NamedTensors parameters_of(const NetworkModule& network) {
  NamedTensors named;
  for (const auto& item : network.named_parameters()) named.emplace_back(item.key(), item.value());
  return named;
}

inline NamedTensors buffers_of(const NetworkModule& network) {
  NamedTensors named;
  for (const auto& item : network.named_buffers()) named.emplace_back(item.key(), item.value());
  return named;
}

/// Copies of all parameters and buffers, by name.
inline std::map<std::string, at::Tensor> snapshot(const NetworkModule& network) {
  std::map<std::string, at::Tensor> copies;
  for (const auto& [name, tensor] : state_dict(network)) copies[name] = tensor.detach().clone();
  return copies;
}

inline std::unique_ptr<Optimizer> tiny_optimizer(const NetworkModule& network,
                                                 const std::string& name = "sgd",
                                                 std::map<std::string, std::string> keys = {}) {
  OptimizerOptions options;
  options.lr = 0.01;
  options.method = component(optimizer_catalog(), name, std::move(keys));
  return make_optimizer(options, make_groups(options, parameters_of(network), {}));
}

inline std::unique_ptr<Loss> tiny_loss() {
  return make_loss({component(loss_catalog(), "cross_entropy")},
                   std::vector<std::int64_t>(kClasses, 1));
}

/// A batch with memory of its own.
struct TinyBatch {
  explicit TinyBatch(int count) {
    batch.epoch = 1;
    batch.count = count;
    batch.height = batch.width = kSide;
    batch.channels = 1;
    pixels.resize(static_cast<std::size_t>(count) * kSide * kSide);
    for (std::size_t i = 0; i < pixels.size(); ++i) {
      pixels[i] = static_cast<std::uint8_t>((i * 37 + i / 64 * 11) % 251);
    }
    for (int i = 0; i < count; ++i) {
      batch.labels.push_back(i % kClasses);
      batch.ids.push_back(i);
      batch.valid.push_back(1);
    }
    batch.images = pixels.data();
  }
  TinyBatch(const TinyBatch&) = delete;
  TinyBatch& operator=(const TinyBatch&) = delete;

  std::vector<std::uint8_t> pixels;
  Batch batch;
};

/// Network, optimizer and step over them.
struct TinyTraining {
  explicit TinyTraining(std::map<std::string, std::string> model = {},
                        TrainStepOptions options = {},
                        const std::string& optimizer_name = "sgd",
                        std::map<std::string, std::string> optimizer_keys = {})
      : network(tiny_network(std::move(model))),
        optimizer(tiny_optimizer(*network, optimizer_name, std::move(optimizer_keys))),
        ema({0.5, 1}, parameters_of(*network), buffers_of(*network)),
        loss(tiny_loss()),
        stage(c10::Device(c10::kCPU), plain_normalization(), false),
        step(*network, *loss, *optimizer, &ema, stage, options) {}

  std::shared_ptr<NetworkModule> network;
  std::unique_ptr<Optimizer> optimizer;
  Ema ema;
  std::unique_ptr<Loss> loss;
  DeviceStage stage;
  TrainStep step;
};

}  // namespace trainer::test
