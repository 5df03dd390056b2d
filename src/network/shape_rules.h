#pragma once
#include <string>
#include <vector>

#include <trainer/network.h>

namespace trainer {

/// What an operation makes of its inputs' shapes, or why it cannot.
struct ShapeResult {
  Shape shape;
  std::string mismatch;  ///< empty when it fits; else what was expected and both shapes
  std::string hint;      ///< what to do; may be empty
};

/// Fills in the operation's input extents where they are 0 and computes its output shape.
ShapeResult infer_shape(Operation& operation, const std::vector<Shape>& inputs);

}  // namespace trainer
