#include "weights/state_dict.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/zeros.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/linear.h>

#include <trainer/error.h>

#include "network/executor.h"
#include "weights/tensor_io.h"

namespace trainer {
namespace {

using testing::HasSubstr;

HostTensors on_host(const NamedTensors& tensors) {
  HostTensors host;
  for (const auto& [name, tensor] : tensors) host.emplace_back(name, to_host(tensor));
  return host;
}

struct Network : torch::nn::Module {
  torch::nn::BatchNorm1d bn{3};
  torch::nn::Linear fc{3, 2};
  Network() {
    register_module("bn", bn);
    register_module("fc", fc);
  }
};

std::string message_of(const NamedTensors& targets, const HostTensors& source) {
  try {
    load_state_dict(targets, source, "x.pt");
  } catch (const CheckpointError& error) {
    return error.what();
  }
  return "no error";
}

TEST(TensorIo, RoundTripsEveryTypeAndLayout) {
  for (const auto type : {at::kFloat,
                          at::kDouble,
                          at::kHalf,
                          at::kBFloat16,
                          at::kLong,
                          at::kInt,
                          at::kShort,
                          at::kChar,
                          at::kByte,
                          at::kBool}) {
    const at::Tensor tensor = at::arange(24).to(type).view({2, 3, 4});
    for (const at::Tensor& view : {tensor,
                                   tensor.transpose(0, 2),
                                   tensor.select(1, 1),
                                   tensor.narrow(0, 0, 0),
                                   tensor.select(0, 1).select(0, 1)[2]}) {
      const at::Tensor back = from_host(to_host(view));
      EXPECT_EQ(back.sizes(), view.sizes());
      EXPECT_EQ(back.scalar_type(), type);
      EXPECT_TRUE(back.equal(view));
    }
  }
  EXPECT_THROW(to_host(at::zeros({1}, at::kComplexFloat)), CheckpointError);
}

TEST(TensorIo, SharesContiguousMemoryAndCopiesOnTheWayBack) {
  const at::Tensor tensor = at::ones({3}).requires_grad_();
  const HostTensor host = to_host(tensor);
  EXPECT_EQ(static_cast<const void*>(host.data.get()), tensor.const_data_ptr());
  EXPECT_NE(from_host(host).const_data_ptr(), tensor.const_data_ptr());
}

TEST(StateDict, HasPythonsOrder) {
  std::vector<std::string> names;
  for (const auto& [name, tensor] : state_dict(Network())) names.push_back(name);
  EXPECT_THAT(names,
              testing::ElementsAre("bn.weight",
                                   "bn.bias",
                                   "bn.running_mean",
                                   "bn.running_var",
                                   "bn.num_batches_tracked",
                                   "fc.weight",
                                   "fc.bias"));
}

TEST(StateDict, LoadsWhatItWrote) {
  const Network from;
  const Network to;
  for (auto& [name, tensor] : state_dict(from)) tensor.detach().fill_(5);
  const PtFile file = parse_pt(copy_bytes(write_state_dict(state_dict(from))), "x.pt");
  load_state_dict(state_dict(to), file);
  for (const auto& [name, tensor] : state_dict(to)) {
    EXPECT_TRUE(tensor.detach().eq(5).all().item<bool>()) << name;
  }
  EXPECT_EQ(to.bn->num_batches_tracked.dim(), 0);
  EXPECT_TRUE(to.fc->weight.requires_grad());
}

TEST(StateDict, ReportsEveryMisfitAtOnceAndTouchesNothing) {
  const NamedTensors targets{{"a", at::zeros({10, 4})},
                             {"b", at::zeros({2})},
                             {"c", at::zeros({2})},
                             {"d", at::zeros({1})}};
  const HostTensors source = on_host({{"a", at::ones({1000, 4})},
                                      {"c", at::ones({2}, at::kDouble)},
                                      {"d", at::ones({1})},
                                      {"z", at::ones({1})}});
  const std::string message = message_of(targets, source);
  EXPECT_THAT(message, HasSubstr("x.pt"));
  EXPECT_THAT(message, HasSubstr("missing in the file (1):\n    b"));
  EXPECT_THAT(message, HasSubstr("not in the model (1):\n    z"));
  EXPECT_THAT(message, HasSubstr("a: the model has float32[10, 4], the file has float32[1000, 4]"));
  EXPECT_THAT(message, HasSubstr("c: the model has float32[2], the file has float64[2]"));
  EXPECT_EQ(targets[3].second.item<float>(), 0) << "d fits, but nothing is copied";
}

TEST(StateDict, ShowsTheFirstOfManyMisfits) {
  NamedTensors targets;
  for (int i = 0; i < 100; ++i) targets.emplace_back("p" + std::to_string(i), at::zeros({1}));
  EXPECT_THAT(message_of(targets, {}), HasSubstr("… and 90 more"));
}

TEST(StateDict, DropsTheWrappersPrefixOnlyWhenAllHaveIt) {
  const NamedTensors targets{{"a", at::zeros({1})}, {"b", at::zeros({1})}};
  const at::Tensor one = at::ones({1});
  EXPECT_EQ(message_of(targets, on_host({{"module.a", one}, {"module.b", one}})), "no error");
  EXPECT_EQ(targets[1].second.item<float>(), 1);
  EXPECT_THAT(message_of(targets, on_host({{"a", one}, {"module.b", one}})),
              HasSubstr("not in the model (1):\n    module.b"));
}

}  // namespace
}  // namespace trainer
