#include "network/node_facts.h"

#include <array>
#include <limits>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {
namespace {

constexpr std::array kActivations{op::ActivationKind::relu,
                                  op::ActivationKind::gelu,
                                  op::ActivationKind::silu,
                                  op::ActivationKind::hardswish,
                                  op::ActivationKind::hardsigmoid,
                                  op::ActivationKind::sigmoid,
                                  op::ActivationKind::tanh,
                                  op::ActivationKind::leaky_relu};

std::int64_t multiply(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::int64_t>::max()
                                                : product;
}

std::string window_text(std::int64_t kernel_h,
                        std::int64_t kernel_w,
                        std::int64_t stride_h,
                        std::int64_t stride_w) {
  std::string text = concat(kernel_h, "x", kernel_w);
  if (stride_h != stride_w) return concat(text, "/", stride_h, "x", stride_w);
  return stride_h == 1 ? text : concat(text, "/", stride_h);
}

struct OperationText {
  std::string operator()(const op::Conv2d& conv) const {
    std::string text =
        concat("conv ", window_text(conv.kernel_h, conv.kernel_w, conv.stride_h, conv.stride_w));
    if (conv.groups > 1) text += concat(" groups ", conv.groups);
    if (conv.dilation_h > 1) text += concat(" dilation ", conv.dilation_h);
    return text;
  }
  std::string operator()(const op::BatchNorm2d&) const { return "batch_norm"; }
  std::string operator()(const op::Linear&) const { return "linear"; }
  std::string operator()(const op::Activation& activation) const {
    return activation_name(activation.kind);
  }
  std::string operator()(const op::Pool2d& pool) const {
    return concat(pool.max ? "max_pool " : "avg_pool ",
                  window_text(pool.kernel_h, pool.kernel_w, pool.stride_h, pool.stride_w));
  }
  std::string operator()(const op::GlobalAvgPool&) const { return "global_avg_pool"; }
  std::string operator()(const op::Flatten&) const { return "flatten"; }
  std::string operator()(const op::Dropout& dropout) const { return concat("dropout ", dropout.p); }
  std::string operator()(const op::Add&) const { return "add"; }
  std::string operator()(const op::Identity&) const { return "identity"; }
  std::string operator()(const op::Opaque& opaque) const {
    return concat(printable(opaque.what), " (own module)");
  }
};

}  // namespace

std::vector<ParameterFact> parameters_of(const NetworkNode& node) {
  std::vector<ParameterFact> facts;
  const std::string weight = node.name + ".weight";
  const std::string bias = node.name + ".bias";
  if (const auto* conv = std::get_if<op::Conv2d>(&node.operation)) {
    facts.push_back({weight, {conv->out, conv->in / conv->groups, conv->kernel_h, conv->kernel_w}});
    if (conv->bias) facts.push_back({bias, {conv->out}, true});
  } else if (const auto* norm = std::get_if<op::BatchNorm2d>(&node.operation)) {
    facts.push_back({weight, {norm->channels}, true});
    facts.push_back({bias, {norm->channels}, true});
  } else if (const auto* linear = std::get_if<op::Linear>(&node.operation)) {
    facts.push_back({weight, {linear->out, linear->in}});
    if (linear->bias) facts.push_back({bias, {linear->out}, true});
  }
  return facts;
}

std::int64_t parameter_count(const NetworkNode& node) {
  std::int64_t count = 0;
  for (const ParameterFact& fact : parameters_of(node)) count += element_count(fact.shape);
  return count;
}

std::int64_t flops(const NetworkNode& node) {
  if (const auto* conv = std::get_if<op::Conv2d>(&node.operation)) {
    const std::int64_t per_output =
        element_count({2, conv->in / conv->groups, conv->kernel_h, conv->kernel_w});
    return multiply(element_count(node.output), per_output);
  }
  if (const auto* linear = std::get_if<op::Linear>(&node.operation)) {
    return element_count({2, linear->in, linear->out});
  }
  return 0;
}

bool registers_module(const Operation& operation) {
  return std::holds_alternative<op::Conv2d>(operation) ||
         std::holds_alternative<op::BatchNorm2d>(operation) ||
         std::holds_alternative<op::Linear>(operation) ||
         std::holds_alternative<op::Opaque>(operation);
}

std::string operation_text(const Operation& operation) {
  return std::visit(OperationText{}, operation);
}

const char* activation_name(op::ActivationKind kind) {
  switch (kind) {
    case op::ActivationKind::relu:
      return "relu";
    case op::ActivationKind::gelu:
      return "gelu";
    case op::ActivationKind::silu:
      return "silu";
    case op::ActivationKind::hardswish:
      return "hardswish";
    case op::ActivationKind::hardsigmoid:
      return "hardsigmoid";
    case op::ActivationKind::sigmoid:
      return "sigmoid";
    case op::ActivationKind::tanh:
      return "tanh";
    case op::ActivationKind::leaky_relu:
      return "leaky_relu";
  }
  return "activation";
}

std::vector<std::string> activation_names() {
  std::vector<std::string> names;
  for (const op::ActivationKind kind : kActivations) names.emplace_back(activation_name(kind));
  return names;
}

op::ActivationKind activation_kind(const std::string& name) {
  for (const op::ActivationKind kind : kActivations) {
    if (name == activation_name(kind)) return kind;
  }
  throw UsageError(concat("expected an activation (",
                          join(activation_names(), ", "),
                          "), got \"",
                          printable(name),
                          "\""));
}

std::int64_t element_count(const Shape& shape) {
  std::int64_t count = 1;
  for (const std::int64_t extent : shape) count = multiply(count, extent);
  return count;
}

}  // namespace trainer
