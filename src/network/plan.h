#pragma once
#include <vector>

#include <trainer/network.h>

namespace trainer {

/// How one node is run.
struct PlannedStep {
  /// One flag an input: this node is the last to read it, so that its memory may go.
  std::vector<bool> last_use;
  /// The result overwrites the first input: no one else reads it, and no gradient needs it.
  bool in_place = false;
};

/// One step a node, in run order.
std::vector<PlannedStep> plan_execution(const Network& network);

}  // namespace trainer
