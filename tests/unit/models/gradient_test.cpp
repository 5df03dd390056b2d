#include <ATen/Parallel.h>
#include <gtest/gtest.h>
#include <torch/types.h>

#include "network/executor.h"
#include "network/layout.h"
#include "unit/models/model_text.h"

namespace trainer {
namespace {

void expect_gradients(const std::string& name,
                      const ModelRequest& request,
                      const std::string& options = "{}") {
  at::set_num_threads(1);  // tiny maps: a second thread would only wait
  torch::manual_seed(1);
  NetworkModule module(described(name, request, options));
  const at::Tensor images = torch::rand({2, request.channels, request.height, request.width});
  const at::Tensor logits = module.forward(images);
  EXPECT_EQ(logits.sizes(), (at::IntArrayRef{2, request.classes})) << name;
  logits.square().sum().backward();
  for (const auto& item : module.named_parameters()) {
    ASSERT_TRUE(item.value().grad().defined()) << name << " " << item.key();
    ASSERT_TRUE(item.value().grad().isfinite().all().item<bool>()) << name << " " << item.key();
  }
}

TEST(Models, EveryParameterGetsAGradient) {
  expect_gradients("resnet18", {3, 32, 32, 10});
  expect_gradients("resnet18_cifar", {3, 16, 16, 10});
  expect_gradients("resnext50_32x4d", {3, 32, 32, 10});
  expect_gradients("densenet121", {3, 64, 64, 4});
  expect_gradients("mobilenet_v3_small", {3, 64, 64, 4});
  expect_gradients("efficientnet_b0", {3, 64, 64, 4}, "{stochastic_depth: 0}");
  expect_gradients("convnext_tiny", {3, 64, 64, 4}, "{stochastic_depth: 0}");
  expect_gradients("vit_tiny_cifar", {3, 32, 32, 4}, "{dropout: 0.1}");
  expect_gradients("cnn_lstm_attention", {1, 28, 28, 10}, "{layers: 2, dropout: 0.1}");
  expect_gradients("simple_cnn", {1, 28, 28, 10}, "{batch_norm: true, dropout: 0.1}");
  expect_gradients("sequential",
                   {3, 16, 16, 4},
                   "layers: [{conv: {out: 8, kernel: 3, padding: same}}, batch_norm, silu, "
                   "{residual: {layers: [{conv: {out: 8, kernel: 3, stride: 2, padding: 1}}, "
                   "hardswish]}}, {repeat: {times: 2, layers: [{conv: {out: 8, kernel: 1}}, "
                   "leaky_relu]}}, {avg_pool: 2}, global_avg_pool, {linear: num_classes}]");
}

TEST(Models, TheSameSeedGivesTheSameWeights) {
  const auto weights = [](std::uint64_t seed) {
    torch::manual_seed(seed);
    const NetworkModule module(described("simple_cnn", {1, 28, 28, 10}));
    return module.parameters();
  };
  const std::vector<at::Tensor> first = weights(5), again = weights(5), other = weights(6);
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_TRUE(at::equal(first[i], again[i]));
    EXPECT_FALSE(at::equal(first[i], other[i]));
  }
}

TEST(Models, ChannelsLastGivesTheSameLogits) {
  at::set_num_threads(1);
  const torch::NoGradGuard no_grad;
  for (const std::int64_t channels : {1, 3}) {
    torch::manual_seed(4);
    NetworkModule module(described("resnet18", {channels, 32, 32, 10}));
    module.eval();
    const at::Tensor nhwc = torch::rand({2, 32, 32, channels});
    // As the loader's batches lie in memory; also with one channel the strides say channels_last.
    const at::Tensor images = nhwc.permute({0, 3, 1, 2});
    const at::Tensor expected = module.forward(images.clone(at::MemoryFormat::Contiguous));
    to_channels_last(module);
    EXPECT_LT((module.forward(images) - expected).abs().max().item<double>(), 1e-4);
  }
}

}  // namespace
}  // namespace trainer
