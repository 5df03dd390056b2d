#include "network/shape_rules.h"

#include "base/text.h"
#include "network/node_facts.h"
#include "network/sequence_shape_rules.h"

namespace trainer {
namespace {

ShapeResult mismatch(std::string text, std::string hint = {}) {
  return {{}, std::move(text), std::move(hint)};
}

std::string map_expected(const Operation& operation, const Shape& got) {
  return concat(operation_text(operation),
                " expects a map of channels x height x width, got ",
                shape_text(got));
}

/// PyTorch's rule for windows: output extents of one side.
struct Window {
  std::int64_t kernel, stride, padding, dilation = 1;
  bool ceil_mode = false;
};

bool valid(const Window& window) {
  return window.kernel >= 1 && window.stride >= 1 && window.padding >= 0 && window.dilation >= 1;
}

std::int64_t windows(std::int64_t extent, const Window& window) {
  const std::int64_t room = extent + 2 * window.padding - window.dilation * (window.kernel - 1) - 1;
  if (room < 0) return 0;
  std::int64_t count = (room + (window.ceil_mode ? window.stride - 1 : 0)) / window.stride + 1;
  // The last window must start inside the map or its left padding.
  if (window.ceil_mode && (count - 1) * window.stride >= extent + window.padding) --count;
  return count;
}

ShapeResult windowed(const Operation& operation,
                     const Shape& in,
                     std::int64_t out_channels,
                     const Window& down,
                     const Window& across) {
  if (!valid(down) || !valid(across)) {
    return mismatch(concat(operation_text(operation),
                           " expects kernel, stride and dilation >= 1 and padding >= 0"));
  }
  const Shape out{out_channels, windows(in[1], down), windows(in[2], across)};
  if (out[1] >= 1 && out[2] >= 1) return {out, {}, {}};
  const std::int64_t reach_h = down.dilation * (down.kernel - 1) + 1;
  const std::int64_t reach_w = across.dilation * (across.kernel - 1) + 1;
  const Shape padded{in[1] + 2 * down.padding, in[2] + 2 * across.padding};
  return mismatch(concat(operation_text(operation),
                         " expects a map of at least ",
                         shape_text({reach_h, reach_w}),
                         " with its padding, got ",
                         shape_text(in),
                         ", which is ",
                         shape_text(padded),
                         " padded"),
                  "pool less before it, or use larger images");
}

struct ShapeRule {
  Operation& operation;
  const std::vector<Shape>& inputs;

  const Shape& in() const { return inputs.front(); }
  bool is_map() const { return in().size() == 3; }

  ShapeResult operator()(op::Conv2d& conv) const {
    if (!is_map()) return mismatch(map_expected(operation, in()));
    if (conv.in == 0) conv.in = in()[0];
    if (conv.in != in()[0]) {
      return mismatch(concat("conv was made for ", conv.in, " channels, got ", shape_text(in())));
    }
    if (conv.out < 1) return mismatch(concat("conv expects out >= 1, got ", conv.out));
    if (conv.groups < 1 || conv.in % conv.groups != 0 || conv.out % conv.groups != 0) {
      return mismatch(concat("conv expects groups that divide its channels, got ",
                             conv.groups,
                             " groups for ",
                             conv.in,
                             " channels in and ",
                             conv.out,
                             " out"));
    }
    return windowed(operation,
                    in(),
                    conv.out,
                    {conv.kernel_h, conv.stride_h, conv.padding_h, conv.dilation_h},
                    {conv.kernel_w, conv.stride_w, conv.padding_w, conv.dilation_w});
  }

  ShapeResult operator()(op::BatchNorm2d& norm) const {
    if (!is_map()) return mismatch(map_expected(operation, in()));
    if (norm.channels == 0) norm.channels = in()[0];
    if (norm.channels != in()[0]) {
      return mismatch(
          concat("batch_norm was made for ", norm.channels, " channels, got ", shape_text(in())));
    }
    return {in(), {}, {}};
  }

  ShapeResult operator()(op::Linear& linear) const {
    if (is_map()) {
      return mismatch(concat("linear expects a flat input, got ", shape_text(in())),
                      "put flatten or global_avg_pool before it");
    }
    if (linear.in == 0) linear.in = in().back();
    if (linear.in != in().back()) {
      return mismatch(
          concat("linear was made for ", linear.in, " features, got ", shape_text(in())));
    }
    if (linear.out < 1) return mismatch(concat("linear expects out >= 1, got ", linear.out));
    Shape out = in();
    out.back() = linear.out;
    return {out, {}, {}};
  }

  ShapeResult operator()(op::Pool2d& pool) const {
    if (!is_map()) return mismatch(map_expected(operation, in()));
    if (pool.padding_h > pool.kernel_h / 2 || pool.padding_w > pool.kernel_w / 2) {
      return mismatch(concat(operation_text(operation),
                             " expects a padding of at most half its kernel, got ",
                             shape_text({pool.padding_h, pool.padding_w})));
    }
    return windowed(operation,
                    in(),
                    in()[0],
                    {pool.kernel_h, pool.stride_h, pool.padding_h, 1, pool.ceil_mode},
                    {pool.kernel_w, pool.stride_w, pool.padding_w, 1, pool.ceil_mode});
  }

  ShapeResult operator()(op::GlobalAvgPool&) const {
    if (!is_map()) return mismatch(map_expected(operation, in()));
    return {{in()[0], 1, 1}, {}, {}};
  }

  ShapeResult operator()(op::Dropout& dropout) const {
    if (!(dropout.p >= 0 && dropout.p < 1)) {
      return mismatch(concat("dropout expects 0 <= p < 1, got ", dropout.p));
    }
    return {in(), {}, {}};
  }

  ShapeResult operator()(op::Add&) const {
    if (inputs[0] == inputs[1]) return {in(), {}, {}};
    return mismatch(concat("add expects two values of one shape, got ",
                           shape_text(inputs[0]),
                           " and ",
                           shape_text(inputs[1])));
  }

  ShapeResult operator()(op::AdaptiveAvgPool2d& pool) const {
    if (!is_map()) return mismatch(map_expected(operation, in()));
    if (pool.out_h < 1 || pool.out_w < 1) {
      return mismatch(concat("adaptive_avg_pool expects an output of at least 1x1, got ",
                             shape_text({pool.out_h, pool.out_w})));
    }
    return {{in()[0], pool.out_h, pool.out_w}, {}, {}};
  }

  ShapeResult operator()(op::StochasticDepth& depth) const {
    if (!(depth.p >= 0 && depth.p < 1)) {
      return mismatch(concat("stochastic_depth expects 0 <= p < 1, got ", depth.p));
    }
    return {in(), {}, {}};
  }

  ShapeResult operator()(op::Multiply&) const {
    if (inputs[0] == inputs[1]) return {in(), {}, {}};
    if (is_map() && inputs[1] == Shape{in()[0], 1, 1}) return {in(), {}, {}};
    return mismatch(concat("multiply expects a second value of the same shape or of one number a ",
                           "channel, got ",
                           shape_text(inputs[0]),
                           " and ",
                           shape_text(inputs[1])));
  }

  ShapeResult operator()(op::Concat&) const {
    Shape out = in();
    out[0] = 0;
    for (const Shape& input : inputs) {
      if (!is_map() || input.size() != 3 || input[1] != in()[1] || input[2] != in()[2]) {
        return mismatch(concat("concat expects maps of one height and width, got ",
                               shape_text(in()),
                               " and ",
                               shape_text(input)));
      }
      out[0] += input[0];
    }
    return {out, {}, {}};
  }

  ShapeResult operator()(op::Flatten&) const { return {{element_count(in())}, {}, {}}; }
  ShapeResult operator()(op::Activation&) const { return {in(), {}, {}}; }
  ShapeResult operator()(op::Identity&) const { return {in(), {}, {}}; }
  ShapeResult operator()(op::Opaque& opaque) const { return {opaque.output, {}, {}}; }
  template <class OfSequences>
  ShapeResult operator()(OfSequences& other) const {
    return sequence_shape(other, inputs);
  }
};

std::size_t input_count(const Operation& operation) {
  const bool two = std::holds_alternative<op::Add>(operation) ||
                   std::holds_alternative<op::Multiply>(operation) ||
                   std::holds_alternative<op::TokensToMap>(operation);
  return two ? 2 : 1;
}

}  // namespace

ShapeResult infer_shape(Operation& operation, const std::vector<Shape>& inputs) {
  const bool any_number = std::holds_alternative<op::Concat>(operation) && !inputs.empty();
  const std::size_t expected = input_count(operation);
  if (inputs.size() != expected && !any_number) {
    return mismatch(concat(operation_text(operation),
                           " expects ",
                           counted(static_cast<long long>(expected), "input"),
                           ", got ",
                           inputs.size()));
  }
  return std::visit(ShapeRule{operation, inputs}, operation);
}

}  // namespace trainer
