#include <algorithm>

#include <trainer/error.h>
#include <trainer/network_builder.h>

#include "base/text.h"
#include "network/node_facts.h"
#include "network/shape_rules.h"

namespace trainer {
namespace {

// Far above any network that trains, far below where counting would overflow.
constexpr std::size_t kMaxNodes = 10'000;
constexpr std::int64_t kMaxElements = std::int64_t{1} << 36;

bool is_inside(const std::string& name, const std::string& outer) {
  return name.size() > outer.size() && name.compare(0, outer.size(), outer) == 0 &&
         name[outer.size()] == '.';
}

bool well_formed(const std::string& name) {
  return !name.empty() && name.front() != '.' && name.back() != '.' &&
         name.find("..") == std::string::npos;
}

std::string classifier_of(const Network& network) {
  for (auto node = network.nodes.rbegin(); node != network.nodes.rend(); ++node) {
    if (std::holds_alternative<op::Linear>(node->operation)) return node->name;
  }
  return {};
}

op::Pool2d square_pool(const PoolOptions& options, bool max) {
  op::Pool2d pool;
  pool.max = max;
  pool.kernel_h = pool.kernel_w = options.kernel;
  pool.stride_h = pool.stride_w = options.stride;
  pool.padding_h = pool.padding_w = options.padding;
  pool.ceil_mode = options.ceil_mode;
  pool.count_include_pad = options.count_include_pad;
  return pool;
}

}  // namespace

NetworkBuilder::NetworkBuilder(Shape input, std::int64_t classes) {
  const bool positive =
      std::all_of(input.begin(), input.end(), [](std::int64_t extent) { return extent >= 1; });
  if (input.size() != 3 || !positive || element_count(input) > kMaxElements) {
    throw UsageError(concat("a network expects an input of channels x height x width, each at ",
                            "least 1, got ",
                            shape_text(input)));
  }
  if (classes < 1) throw UsageError(concat("a network expects at least 1 class, got ", classes));
  network_.input = std::move(input);
  network_.classes = classes;
}

NetworkBuilder::Value NetworkBuilder::conv2d(const std::string& name,
                                             Value input,
                                             const ConvOptions& options) {
  op::Conv2d conv;
  conv.out = options.out;
  conv.kernel_h = conv.kernel_w = options.kernel;
  conv.stride_h = conv.stride_w = options.stride;
  conv.padding_h = conv.padding_w = options.padding;
  conv.dilation_h = conv.dilation_w = options.dilation;
  conv.groups = options.groups;
  conv.bias = options.bias;
  return node(name, conv, {input});
}

NetworkBuilder::Value NetworkBuilder::batch_norm2d(const std::string& name,
                                                   Value input,
                                                   double eps,
                                                   double momentum) {
  return node(name, op::BatchNorm2d{0, eps, momentum}, {input});
}

NetworkBuilder::Value NetworkBuilder::activation(const std::string& name,
                                                 Value input,
                                                 op::ActivationKind kind) {
  return node(name, op::Activation{kind}, {input});
}

NetworkBuilder::Value NetworkBuilder::relu(const std::string& name, Value input) {
  return activation(name, input, op::ActivationKind::relu);
}

NetworkBuilder::Value NetworkBuilder::max_pool2d(const std::string& name,
                                                 Value input,
                                                 const PoolOptions& options) {
  return node(name, square_pool(options, true), {input});
}

NetworkBuilder::Value NetworkBuilder::avg_pool2d(const std::string& name,
                                                 Value input,
                                                 const PoolOptions& options) {
  return node(name, square_pool(options, false), {input});
}

NetworkBuilder::Value NetworkBuilder::global_avg_pool(const std::string& name, Value input) {
  return node(name, op::GlobalAvgPool{}, {input});
}

NetworkBuilder::Value NetworkBuilder::adaptive_avg_pool2d(const std::string& name,
                                                          Value input,
                                                          std::int64_t out) {
  return node(name, op::AdaptiveAvgPool2d{out, out}, {input});
}

NetworkBuilder::Value NetworkBuilder::flatten(const std::string& name, Value input) {
  return node(name, op::Flatten{}, {input});
}

NetworkBuilder::Value NetworkBuilder::linear(const std::string& name,
                                             Value input,
                                             std::int64_t out,
                                             bool bias) {
  return node(name, op::Linear{0, out, bias}, {input});
}

NetworkBuilder::Value NetworkBuilder::dropout(const std::string& name, Value input, double p) {
  return node(name, op::Dropout{p}, {input});
}

NetworkBuilder::Value NetworkBuilder::stochastic_depth(const std::string& name,
                                                       Value input,
                                                       double p) {
  return node(name, op::StochasticDepth{p}, {input});
}

NetworkBuilder::Value NetworkBuilder::add(const std::string& name, Value left, Value right) {
  return node(name, op::Add{}, {left, right});
}

NetworkBuilder::Value NetworkBuilder::multiply(const std::string& name, Value left, Value right) {
  return node(name, op::Multiply{}, {left, right});
}

NetworkBuilder::Value NetworkBuilder::layer_norm(const std::string& name, Value input, double eps) {
  return node(name, op::LayerNorm{0, eps}, {input});
}

NetworkBuilder::Value NetworkBuilder::node(const std::string& name,
                                           Operation operation,
                                           std::vector<Value> inputs) {
  if (network_.nodes.size() >= kMaxNodes) {
    fail(concat("a network has at most ", kMaxNodes, " nodes"));
  }
  check_name(name, is_registered(operation));
  std::vector<Shape> shapes;
  for (const Value input : inputs) shapes.push_back(shape(input));
  ShapeResult result = infer_shape(operation, shapes);
  if (!result.mismatch.empty()) {
    fail(position_.line > 0 ? result.mismatch
                            : concat("layer \"", printable(name), "\": ", result.mismatch),
         result.hint);
  }
  NetworkNode added;
  added.name = name;
  added.operation = std::move(operation);
  added.inputs = std::move(inputs);
  added.output = std::move(result.shape);
  added.position = position_;
  if (element_count(added.output) > kMaxElements || parameter_count(added) > kMaxElements) {
    fail(concat("layer \"",
                printable(name),
                "\" is too large: its output would be ",
                shape_text(added.output),
                " with ",
                parameter_count(added),
                " parameters"));
  }
  if (is_registered(added.operation)) reserve(name);
  network_.nodes.push_back(std::move(added));
  return static_cast<Value>(network_.nodes.size()) - 1;
}

NetworkBuilder& NetworkBuilder::init(Init weight, Init bias) {
  TRAINER_ASSERT(!network_.nodes.empty(), "init() before the first node");
  network_.nodes.back().weight_init = weight;
  network_.nodes.back().bias_init = bias;
  return *this;
}

NetworkBuilder& NetworkBuilder::at(Position position, std::string key) {
  position_ = std::move(position);
  key_ = std::move(key);
  return *this;
}

NetworkBuilder& NetworkBuilder::reserve(const std::string& name) {
  std::vector<std::string>& order = network_.registration;
  if (std::find(order.begin(), order.end(), name) == order.end()) order.push_back(name);
  return *this;
}

const Shape& NetworkBuilder::shape(Value value) const {
  if (value < kInput || value >= static_cast<Value>(network_.nodes.size())) {
    throw UsageError(
        concat("a network has no value ", value, " yet; it has ", network_.nodes.size(), " nodes"));
  }
  return value == kInput ? network_.input : network_.nodes[static_cast<std::size_t>(value)].output;
}

void NetworkBuilder::fail(const std::string& message, const std::string& hint) const {
  if (position_.line > 0) {
    throw ConfigError({position_.file, position_.line, position_.column, key_, message, hint, {}});
  }
  const std::string place = key_.empty() ? std::string{} : concat(key_, ": ");
  throw UsageError(hint.empty() ? concat(place, message) : concat(place, message, "; ", hint));
}

void NetworkBuilder::check_name(const std::string& name, bool registers) const {
  // A module of one's own may stand for the whole network: it then has no name of its own.
  if (name.empty() && registers && network_.nodes.empty()) return;
  if (!well_formed(name)) {
    fail(concat(
        "a layer expects a dotted name such as \"layer1.0.conv1\", got \"", printable(name), "\""));
  }
  for (const NetworkNode& other : network_.nodes) {
    if (other.name == name) fail(concat("two layers have the name \"", printable(name), "\""));
    if (registers && is_registered(other.operation) &&
        (other.name.empty() || is_inside(name, other.name) || is_inside(other.name, name))) {
      fail(concat("layer \"",
                  printable(name),
                  "\" cannot stand inside layer \"",
                  printable(other.name),
                  "\""));
    }
  }
}

Network NetworkBuilder::finish() {
  if (network_.nodes.empty()) fail("a network has at least one layer");
  const Shape& output = network_.output();
  if (output != Shape{network_.classes}) {
    fail(concat("the network ends with ",
                shape_text(output),
                ", expected ",
                network_.classes,
                " (one number a class)"),
         "end with a linear layer that has one output a class");
  }
  const std::vector<std::string>& order = network_.registration;
  for (const std::string& name : order) {
    const auto has_name = [&name](const NetworkNode& node) { return node.name == name; };
    if (std::none_of(network_.nodes.begin(), network_.nodes.end(), has_name)) {
      throw UsageError(concat("layer \"", printable(name), "\" was reserved but never added"));
    }
  }
  network_.classifier = classifier_of(network_);
  return std::move(network_);
}

}  // namespace trainer
