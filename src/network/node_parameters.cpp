#include <limits>

#include "base/text.h"
#include "network/node_facts.h"

namespace trainer {
namespace {

constexpr std::int64_t kLstmGates = 4;

/// The trained tensors of one operation, under names inside `node`.
struct ParametersOf {
  const NetworkNode& node;

  ParameterFact fact(const char* name, Shape shape, bool norm_or_bias = false) const {
    return {concat(node.name, ".", name), std::move(shape), norm_or_bias};
  }
  std::vector<ParameterFact> norm(std::int64_t channels) const {
    return {fact("weight", {channels}, true), fact("bias", {channels}, true)};
  }
  std::vector<ParameterFact> lone(Shape shape) const {
    return {{node.name, std::move(shape), true}};
  }

  std::vector<ParameterFact> operator()(const op::Conv2d& conv) const {
    std::vector<ParameterFact> facts{
        fact("weight", {conv.out, conv.in / conv.groups, conv.kernel_h, conv.kernel_w})};
    if (conv.bias) facts.push_back(fact("bias", {conv.out}, true));
    return facts;
  }
  std::vector<ParameterFact> operator()(const op::Linear& linear) const {
    std::vector<ParameterFact> facts{fact("weight", {linear.out, linear.in})};
    if (linear.bias) facts.push_back(fact("bias", {linear.out}, true));
    return facts;
  }
  std::vector<ParameterFact> operator()(const op::BatchNorm2d& batch_norm) const {
    return norm(batch_norm.channels);
  }
  std::vector<ParameterFact> operator()(const op::LayerNorm& layer_norm) const {
    return norm(layer_norm.features);
  }
  std::vector<ParameterFact> operator()(const op::Attention& attention) const {
    const std::int64_t d = attention.features;
    return {fact("in_proj_weight", {3 * d, d}),
            fact("in_proj_bias", {3 * d}, true),
            fact("out_proj.weight", {d, d}),
            fact("out_proj.bias", {d}, true)};
  }
  std::vector<ParameterFact> operator()(const op::Lstm& lstm) const {
    const std::int64_t gates = kLstmGates * lstm.hidden;
    std::vector<ParameterFact> facts;
    for (std::int64_t layer = 0; layer < lstm.layers; ++layer) {
      for (const char* direction : {"", "_reverse"}) {
        if (*direction != 0 && !lstm.bidirectional) continue;
        const std::int64_t in = layer == 0 ? lstm.in : lstm.hidden * (lstm.bidirectional ? 2 : 1);
        const std::string end = concat("_l", layer, direction);
        facts.push_back(fact(("weight_ih" + end).c_str(), {gates, in}));
        facts.push_back(fact(("weight_hh" + end).c_str(), {gates, lstm.hidden}));
        facts.push_back(fact(("bias_ih" + end).c_str(), {gates}, true));
        facts.push_back(fact(("bias_hh" + end).c_str(), {gates}, true));
      }
    }
    return facts;
  }
  std::vector<ParameterFact> operator()(const op::AttentionPool& pool) const {
    return {fact("weight", {1, pool.features}), fact("bias", {1}, true)};
  }
  std::vector<ParameterFact> operator()(const op::ClassToken& token) const {
    return lone({1, 1, token.features});
  }
  std::vector<ParameterFact> operator()(const op::PositionEmbedding& embedding) const {
    return lone({1, embedding.length, embedding.features});
  }
  std::vector<ParameterFact> operator()(const op::LayerScale& scale) const {
    return lone({scale.channels, 1, 1});
  }
  template <class Other>
  std::vector<ParameterFact> operator()(const Other&) const {
    return {};
  }
};

std::int64_t add(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

/// Twice the multiply-adds of one image, given what the node gives.
struct FlopsOf {
  const NetworkNode& node;

  std::int64_t operator()(const op::Conv2d& conv) const {
    const std::int64_t per_output =
        element_count({2, conv.in / conv.groups, conv.kernel_h, conv.kernel_w});
    return element_count({element_count(node.output), per_output});
  }
  std::int64_t operator()(const op::Linear& linear) const {
    return element_count({2, element_count(node.output), linear.in});
  }
  std::int64_t operator()(const op::Attention& attention) const {
    const std::int64_t length = node.output.front();
    const std::int64_t projections =
        element_count({2, 4, length, attention.features, attention.features});
    return add(projections, element_count({2, 2, length, length, attention.features}));
  }
  std::int64_t operator()(const op::Lstm&) const {
    std::int64_t weights = 0;
    for (const ParameterFact& fact : parameters_of(node)) {
      if (!fact.norm_or_bias) weights = add(weights, element_count(fact.shape));
    }
    return element_count({2, node.output.front(), weights});
  }
  template <class Other>
  std::int64_t operator()(const Other&) const {
    return 0;
  }
};

template <class... Kinds>
bool is_one_of(const Operation& operation) {
  return (std::holds_alternative<Kinds>(operation) || ...);
}

}  // namespace

std::vector<ParameterFact> parameters_of(const NetworkNode& node) {
  return std::visit(ParametersOf{node}, node.operation);
}

std::int64_t parameter_count(const NetworkNode& node) {
  std::int64_t count = 0;
  for (const ParameterFact& fact : parameters_of(node)) {
    count = add(count, element_count(fact.shape));
  }
  return count;
}

std::int64_t flops(const NetworkNode& node) {
  return std::visit(FlopsOf{node}, node.operation);
}

bool is_registered(const Operation& operation) {
  return is_one_of<op::Conv2d,
                   op::BatchNorm2d,
                   op::Linear,
                   op::LayerNorm,
                   op::Attention,
                   op::Lstm,
                   op::AttentionPool,
                   op::ClassToken,
                   op::PositionEmbedding,
                   op::LayerScale,
                   op::Opaque>(operation);
}

}  // namespace trainer
