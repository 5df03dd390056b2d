#include "network/sequence_shape_rules.h"

#include "base/text.h"
#include "network/node_facts.h"

namespace trainer {
namespace {

bool is_map(const Shape& shape) {
  return shape.size() == 3;
}

bool is_sequence(const Shape& shape) {
  return shape.size() == 2;
}

ShapeResult fits(Shape shape) {
  return {std::move(shape), {}, {}};
}

ShapeResult mismatch(std::string text) {
  return {{}, std::move(text), {}};
}

ShapeResult map_expected(const Operation& operation, const Shape& got) {
  return mismatch(concat(operation_text(operation),
                         " expects a map of channels x height x width, got ",
                         shape_text(got)));
}

ShapeResult sequence_expected(const Operation& operation, const Shape& got) {
  return mismatch(concat(operation_text(operation),
                         " expects a sequence of length x features, got ",
                         shape_text(got)));
}

/// Fills in `own` where it is 0; why it does not agree with `given` otherwise, or empty.
std::string settle(const Operation& operation,
                   std::int64_t& own,
                   std::int64_t given,
                   const Shape& got) {
  if (own == 0) own = given;
  if (own == given) return {};
  return concat(
      operation_text(operation), " was made for ", own, " features, got ", shape_text(got));
}

}  // namespace

ShapeResult sequence_shape(op::Tokens& tokens, const std::vector<Shape>& inputs) {
  const Shape& in = inputs[0];
  if (!is_map(in)) return map_expected(tokens, in);
  return fits({in[1] * in[2], in[0]});
}

ShapeResult sequence_shape(op::TokensToMap& map, const std::vector<Shape>& inputs) {
  const Shape& in = inputs[0];
  const Shape& like = inputs[1];
  if (!is_sequence(in)) return sequence_expected(map, in);
  if (!is_map(like)) return map_expected(map, like);
  if (in[0] != like[1] * like[2]) {
    return mismatch(concat("tokens_to_map expects a step for each place, got ",
                           shape_text(in),
                           " and ",
                           shape_text(like)));
  }
  return fits({in[1], like[1], like[2]});
}

ShapeResult sequence_shape(op::Rows& rows, const std::vector<Shape>& inputs) {
  const Shape& in = inputs[0];
  if (!is_map(in)) return map_expected(rows, in);
  return fits({in[1], in[2] * in[0]});
}

ShapeResult sequence_shape(op::SelectToken& token, const std::vector<Shape>& inputs) {
  const Shape& in = inputs[0];
  if (!is_sequence(in)) return sequence_expected(token, in);
  if (token.index < 0 || token.index >= in[0]) {
    return mismatch(concat("expected a step of 0 to ", in[0] - 1, ", got ", token.index));
  }
  return fits({in[1]});
}

ShapeResult sequence_shape(op::LayerNorm& norm, const std::vector<Shape>& inputs) {
  const Shape& in = inputs[0];
  std::string wrong = settle(norm, norm.features, is_map(in) ? in.front() : in.back(), in);
  return wrong.empty() ? fits(in) : mismatch(std::move(wrong));
}

ShapeResult sequence_shape(op::Attention& attention, const std::vector<Shape>& inputs) {
  const Shape& in = inputs[0];
  if (!is_sequence(in)) return sequence_expected(attention, in);
  std::string wrong = settle(attention, attention.features, in[1], in);
  if (!wrong.empty()) return mismatch(std::move(wrong));
  if (attention.heads < 1 || in[1] % attention.heads != 0) {
    return mismatch(concat("attention expects heads that divide its features, got ",
                           attention.heads,
                           " heads for ",
                           shape_text(in)));
  }
  return fits(in);
}

ShapeResult sequence_shape(op::Lstm& lstm, const std::vector<Shape>& inputs) {
  const Shape& in = inputs[0];
  if (!is_sequence(in)) return sequence_expected(lstm, in);
  std::string wrong = settle(lstm, lstm.in, in[1], in);
  if (!wrong.empty()) return mismatch(std::move(wrong));
  if (lstm.hidden < 1 || lstm.layers < 1) {
    return mismatch(concat(
        "lstm expects hidden >= 1 and layers >= 1, got ", lstm.hidden, " and ", lstm.layers));
  }
  return fits({in[0], lstm.hidden * (lstm.bidirectional ? 2 : 1)});
}

ShapeResult sequence_shape(op::AttentionPool& pool, const std::vector<Shape>& inputs) {
  const Shape& in = inputs[0];
  if (!is_sequence(in)) return sequence_expected(pool, in);
  std::string wrong = settle(pool, pool.features, in[1], in);
  return wrong.empty() ? fits({in[1]}) : mismatch(std::move(wrong));
}

ShapeResult sequence_shape(op::ClassToken& token, const std::vector<Shape>& inputs) {
  const Shape& in = inputs[0];
  if (!is_sequence(in)) return sequence_expected(token, in);
  std::string wrong = settle(token, token.features, in[1], in);
  return wrong.empty() ? fits({in[0] + 1, in[1]}) : mismatch(std::move(wrong));
}

ShapeResult sequence_shape(op::PositionEmbedding& embedding, const std::vector<Shape>& inputs) {
  const Shape& in = inputs[0];
  if (!is_sequence(in)) return sequence_expected(embedding, in);
  if (embedding.length == 0) embedding.length = in[0];
  if (embedding.features == 0) embedding.features = in[1];
  const Shape made{embedding.length, embedding.features};
  if (made == in) return fits(in);
  return mismatch(
      concat("position_embedding was made for ", shape_text(made), ", got ", shape_text(in)));
}

ShapeResult sequence_shape(op::LayerScale& scale, const std::vector<Shape>& inputs) {
  const Shape& in = inputs[0];
  if (!is_map(in)) return map_expected(scale, in);
  std::string wrong = settle(scale, scale.channels, in[0], in);
  return wrong.empty() ? fits(in) : mismatch(std::move(wrong));
}

}  // namespace trainer
