#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <trainer/network.h>

namespace trainer {

/// One trained tensor of a node.
struct ParameterFact {
  std::string name;  ///< full: "layer1.0.conv1.weight"
  Shape shape;
  bool norm_or_bias = false;  ///< also of class tokens, position embeddings and layer scales
};

/// The node's parameters in the order of its PyTorch module; none of an opaque node.
std::vector<ParameterFact> parameters_of(const NetworkNode& node);
std::int64_t parameter_count(const NetworkNode& node);
/// Twice the multiply-adds of one image in convolutions, linear layers, attention and LSTMs; 0 for
/// all else.
std::int64_t flops(const NetworkNode& node);

/// Whether the executor registers a module or a lone parameter for it.
bool is_registered(const Operation& operation);
/// "conv 3x3/2", "batch_norm", "relu", …: for the summary and for messages.
std::string operation_text(const Operation& operation);
const char* activation_name(op::ActivationKind kind);
/// Names of all activations, and the kind of one of them.
std::vector<std::string> activation_names();
op::ActivationKind activation_kind(const std::string& name);

/// Product of the extents; the largest int64 when it would not fit.
std::int64_t element_count(const Shape& shape);

}  // namespace trainer
