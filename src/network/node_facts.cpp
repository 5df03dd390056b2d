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

}  // namespace

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
