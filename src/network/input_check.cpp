#include "network/input_check.h"

#include <vector>

#include <trainer/error.h>

#include "base/text.h"
#include "network/shape_rules.h"

namespace trainer {

void check_input(const Network& network, const Shape& input) {
  if (input == network.input) return;
  const std::string made_for = concat("the network was made for images of ",
                                      shape_text(network.input),
                                      ", got ",
                                      shape_text(input));
  if (input.size() != 3 || input[0] != network.input[0]) throw UsageError(made_for);
  std::vector<Shape> shapes{input};
  for (const NetworkNode& node : network.nodes) {
    std::vector<Shape> inputs;
    for (const int value : node.inputs)
      inputs.push_back(shapes[static_cast<std::size_t>(value + 1)]);
    Operation operation = node.operation;
    ShapeResult result = infer_shape(operation, inputs);
    if (!result.mismatch.empty()) {
      throw UsageError(
          concat(made_for, ": layer \"", printable(node.name), "\": ", result.mismatch));
    }
    shapes.push_back(std::move(result.shape));
  }
}

}  // namespace trainer
