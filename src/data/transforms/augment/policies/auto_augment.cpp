#include "data/transforms/augment/policies/auto_augment.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include <trainer/error.h>

#include "data/transforms/augment/policies/auto_augment_policies.h"
#include "data/transforms/augment/policies/operation_space.h"
#include "data/transforms/augment/policies/policy_options.h"

namespace trainer {
namespace {

constexpr int kBins = 10;

const OperationScale& scale_of(Operation operation) {
  const auto space = auto_augment_space();
  const auto found = std::find_if(space.begin(), space.end(), [&](const OperationScale& scale) {
    return scale.operation == operation;
  });
  TRAINER_ASSERT(found != space.end(), "policies are made of the space's operations");
  return *found;
}

class AutoAugment final : public Transform {
 public:
  AutoAugment(std::span<const PolicyPair> policy, const WarpStyle& style)
      : policy_(policy), style_(style) {}
  bool is_random() const override { return true; }
  void apply(const ImageView& in,
             const MutableImageView& out,
             RandomSource& random) const override {
    const PolicyPair& pair = policy_[static_cast<std::size_t>(random.below(policy_.size()))];
    std::array<OperationCall, 2> calls;
    std::size_t n = 0;
    for (const PolicyStep& step : pair) {
      // Both are drawn whatever comes of them: the second does not depend on the first.
      const bool done = random.uniform() < step.probability;
      const bool negative = random.below(2) == 0;
      if (!done) continue;
      const OperationScale& scale = scale_of(step.operation);
      const double magnitude = scale.magnitude(step.bin, kBins, in.shape());
      calls[n++] = {step.operation, scale.is_signed && negative ? -magnitude : magnitude};
    }
    apply_operations(std::span(calls).first(n), style_, in, out);
  }

 private:
  std::span<const PolicyPair> policy_;
  WarpStyle style_;
};

std::span<const PolicyPair> policy_named(const std::string& word) {
  if (word == "cifar10") return cifar10_policy();
  return word == "svhn" ? svhn_policy() : imagenet_policy();
}

}  // namespace

const OptionTable& AutoAugmentOptions::options() {
  static const OptionTable table = with_warp_style(
      OptionTableOf<AutoAugmentOptions>()
          .add("policy", &AutoAugmentOptions::policy, "the data set that the pairs were learned on")
          .choices({"imagenet", "cifar10", "svhn"})
          .shorthand());
  return table;
}

std::unique_ptr<Transform> make_auto_augment(const TransformRequest& request,
                                             const AutoAugmentOptions& options) {
  return std::make_unique<AutoAugment>(policy_named(options.policy),
                                       warp_style(options, request.channels));
}

}  // namespace trainer
