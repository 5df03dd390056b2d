#include "base/text.h"
#include "network/node_facts.h"

namespace trainer {
namespace {

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
  std::string operator()(const op::AdaptiveAvgPool2d& pool) const {
    return concat("adaptive_avg_pool ", shape_text({pool.out_h, pool.out_w}));
  }
  std::string operator()(const op::Flatten&) const { return "flatten"; }
  std::string operator()(const op::Dropout& dropout) const { return concat("dropout ", dropout.p); }
  std::string operator()(const op::StochasticDepth& depth) const {
    return concat("stochastic_depth ", depth.p);
  }
  std::string operator()(const op::Add&) const { return "add"; }
  std::string operator()(const op::Multiply&) const { return "multiply"; }
  std::string operator()(const op::Concat&) const { return "concat"; }
  std::string operator()(const op::Tokens&) const { return "tokens"; }
  std::string operator()(const op::TokensToMap&) const { return "tokens_to_map"; }
  std::string operator()(const op::Rows&) const { return "rows"; }
  std::string operator()(const op::SelectToken& token) const {
    return concat("token ", token.index);
  }
  std::string operator()(const op::LayerNorm&) const { return "layer_norm"; }
  std::string operator()(const op::Attention& attention) const {
    return concat("attention ", counted(attention.heads, "head"));
  }
  std::string operator()(const op::Lstm& lstm) const {
    return concat(lstm.bidirectional ? "bidirectional lstm " : "lstm ", lstm.hidden);
  }
  std::string operator()(const op::AttentionPool&) const { return "attention_pool"; }
  std::string operator()(const op::ClassToken&) const { return "class_token"; }
  std::string operator()(const op::PositionEmbedding&) const { return "position_embedding"; }
  std::string operator()(const op::LayerScale&) const { return "layer_scale"; }
  std::string operator()(const op::Identity&) const { return "identity"; }
  std::string operator()(const op::Opaque& opaque) const {
    return concat(printable(opaque.what), " (own module)");
  }
};

}  // namespace

std::string operation_text(const Operation& operation) {
  return std::visit(OperationText{}, operation);
}

}  // namespace trainer
