#pragma once
#include <trainer/network.h>

namespace trainer {

/// Throws UsageError, with both shapes, when images of this shape cannot go through the network.
/// Sizes other than the one it was described for are fine where global pooling takes them up.
void check_input(const Network& network, const Shape& input);

}  // namespace trainer
