#pragma once
#include <array>
#include <span>

#include "data/transforms/augment/policies/operation.h"

namespace trainer {

/// An operation of a learned policy: how likely it is done, and which of 10 bins its strength is.
struct PolicyStep {
  Operation operation = Operation::identity;
  double probability = 0;
  int bin = 0;  ///< of no meaning where the operation has no magnitude
};
using PolicyPair = std::array<PolicyStep, 2>;

/// The 25 pairs of the paper's tables, as torchvision has them.
std::span<const PolicyPair> imagenet_policy();
std::span<const PolicyPair> cifar10_policy();
std::span<const PolicyPair> svhn_policy();

}  // namespace trainer
