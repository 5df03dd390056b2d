#pragma once
#include <vector>

#include "network/shape_rules.h"

namespace trainer {

// Shapes of the operations on sequences and of lone parameters; as infer_shape.
ShapeResult sequence_shape(op::Tokens& tokens, const std::vector<Shape>& inputs);
ShapeResult sequence_shape(op::TokensToMap& map, const std::vector<Shape>& inputs);
ShapeResult sequence_shape(op::Rows& rows, const std::vector<Shape>& inputs);
ShapeResult sequence_shape(op::SelectToken& token, const std::vector<Shape>& inputs);
ShapeResult sequence_shape(op::LayerNorm& norm, const std::vector<Shape>& inputs);
ShapeResult sequence_shape(op::Attention& attention, const std::vector<Shape>& inputs);
ShapeResult sequence_shape(op::Lstm& lstm, const std::vector<Shape>& inputs);
ShapeResult sequence_shape(op::AttentionPool& pool, const std::vector<Shape>& inputs);
ShapeResult sequence_shape(op::ClassToken& token, const std::vector<Shape>& inputs);
ShapeResult sequence_shape(op::PositionEmbedding& embedding, const std::vector<Shape>& inputs);
ShapeResult sequence_shape(op::LayerScale& scale, const std::vector<Shape>& inputs);

}  // namespace trainer
