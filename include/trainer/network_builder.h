#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <trainer/network.h>

namespace trainer {

/// A square convolution; `in` comes from the value it reads.
struct ConvOptions {
  std::int64_t out = 0;
  std::int64_t kernel = 1, stride = 1, padding = 0, dilation = 1, groups = 1;
  bool bias = true;
};

/// A square pooling window.
struct PoolOptions {
  std::int64_t kernel = 2, stride = 2, padding = 0;
  bool ceil_mode = false;
  bool count_include_pad = true;  ///< of an average
};

/// Writes a Network node by node. Each method takes the dotted module path and the value it reads,
/// and gives the new value; the shape is computed at once. What does not fit throws ConfigError
/// where `at` gave a place in a file, UsageError otherwise, with both shapes in the message.
class NetworkBuilder {
 public:
  using Value = int;
  static constexpr Value kInput = -1;

  /// `input` is {channels, height, width}; `classes` is the length of the output.
  NetworkBuilder(Shape input, std::int64_t classes);

  Value conv2d(const std::string& name, Value input, const ConvOptions& options);
  Value batch_norm2d(const std::string& name,
                     Value input,
                     double eps = 1e-5,
                     double momentum = 0.1);
  Value activation(const std::string& name, Value input, op::ActivationKind kind);
  Value relu(const std::string& name, Value input);
  Value max_pool2d(const std::string& name, Value input, const PoolOptions& options);
  Value avg_pool2d(const std::string& name, Value input, const PoolOptions& options);
  Value global_avg_pool(const std::string& name, Value input);
  Value adaptive_avg_pool2d(const std::string& name, Value input, std::int64_t out);
  Value flatten(const std::string& name, Value input);
  Value linear(const std::string& name, Value input, std::int64_t out, bool bias = true);
  Value dropout(const std::string& name, Value input, double p);
  Value stochastic_depth(const std::string& name, Value input, double p);
  Value add(const std::string& name, Value left, Value right);
  Value multiply(const std::string& name, Value left, Value right);
  Value layer_norm(const std::string& name, Value input, double eps = 1e-5);
  /// Any node. Extents that follow from the inputs (a convolution's `in`, a norm's `channels`, …)
  /// are filled in when they are 0, and must agree otherwise.
  Value node(const std::string& name, Operation operation, std::vector<Value> inputs);

  /// How the parameters of the node added last start.
  NetworkBuilder& init(Init weight, Init bias = {});
  /// The place in the configuration that the following nodes come from, and its dotted key.
  NetworkBuilder& at(Position position, std::string key);
  /// Registers this module path now, ahead of its node: for networks whose Python modules are made
  /// in another order than they run.
  NetworkBuilder& reserve(const std::string& name);

  const Shape& shape(Value value) const;
  std::int64_t classes() const { return network_.classes; }
  /// Stops with a message about the place given by `at`, as the methods above do.
  [[noreturn]] void fail(const std::string& message, const std::string& hint = {}) const;

  /// The network, whose output is the value added last. Checks that it gives one number a class and
  /// names the last linear layer as the classifier.
  Network finish();

 private:
  void check_name(const std::string& name, bool registers) const;

  Network network_;
  Position position_;
  std::string key_;
};

}  // namespace trainer
