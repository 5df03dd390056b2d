#include <trainer/network_builder.h>

#include "base/text.h"
#include "models/builtin.h"

namespace trainer {
namespace {

using Value = NetworkBuilder::Value;

struct CnnLstmAttentionOptions {
  std::int64_t width = 32;
  std::int64_t stages = 3;
  std::int64_t hidden = 128;
  std::int64_t layers = 1;
  bool bidirectional = true;
  double dropout = 0.2;
  static const OptionTable& options();
};

const OptionTable& CnnLstmAttentionOptions::options() {
  using O = CnnLstmAttentionOptions;
  static const OptionTable table =
      OptionTableOf<O>()
          .add("width", &O::width, "channels of the first convolution; each stage doubles them")
          .range(1, 1024)
          .add("stages", &O::stages, "convolutions, each with batch norm, ReLU and 2x2 pooling")
          .range(1, 6)
          .add("hidden", &O::hidden, "state of the LSTM in each direction")
          .range(1, 65536)
          .add("layers", &O::layers, "LSTMs on top of each other")
          .range(1, 8)
          .add("bidirectional", &O::bidirectional, "read the rows from top and from bottom")
          .add("dropout", &O::dropout, "share dropped before the last linear layer")
          .range(0, 0.99);
  return table;
}

/// Convolutions make a map; its rows, top to bottom, are the steps that an LSTM reads; attention
/// weighs the steps (the score of "A structured self-attentive sentence embedding", Lin et al.,
/// 2017, with one linear layer).
Network cnn_lstm_attention(const ModelRequest& request, const CnnLstmAttentionOptions& options) {
  NetworkBuilder net({request.channels, request.height, request.width}, request.classes);
  Value x = NetworkBuilder::kInput;
  std::int64_t width = options.width;
  for (std::int64_t i = 1; i <= options.stages; ++i, width *= 2) {
    x = net.conv2d(concat("conv", i), x, {.out = width, .kernel = 3, .padding = 1, .bias = false});
    net.init(Init::kaiming_normal_fan_out);
    x = net.relu(concat("relu", i), net.batch_norm2d(concat("bn", i), x));
    // A map of one row or column has nothing left to pool.
    const Shape& map = net.shape(x);
    if (map[1] > 1 && map[2] > 1) x = net.max_pool2d(concat("pool", i), x, {});
  }
  x = net.node("rows", op::Rows{}, {x});
  x = net.node("lstm", op::Lstm{0, options.hidden, options.layers, options.bidirectional}, {x});
  x = net.node("attention", op::AttentionPool{}, {x});
  if (options.dropout > 0) x = net.dropout("dropout", x, options.dropout);
  net.linear("fc", x, net.classes());
  return net.finish();
}

}  // namespace

void add_cnn_lstm_attention(std::vector<ModelEntry>& models) {
  models.push_back({"cnn_lstm_attention",
                    &CnnLstmAttentionOptions::options(),
                    "convolutions, an LSTM over the rows of their map, attention over its steps",
                    [](const ModelRequest& request, const Node& options) {
                      return cnn_lstm_attention(request,
                                                read_options<CnnLstmAttentionOptions>(options));
                    }});
}

}  // namespace trainer
