#include "data/transforms/augment/policies/rand_augment.h"

#include <array>
#include <cstddef>

#include <trainer/error.h>

#include "base/text.h"
#include "data/transforms/augment/policies/operation_space.h"
#include "data/transforms/augment/policies/policy_options.h"

namespace trainer {
namespace {

constexpr std::size_t kMostOperations = 16;

class RandAugment final : public Transform {
 public:
  RandAugment(int operations, int bin, int bins, const WarpStyle& style)
      : operations_(static_cast<std::size_t>(operations)), bin_(bin), bins_(bins), style_(style) {}
  bool is_random() const override { return true; }
  void apply(const ImageView& in,
             const MutableImageView& out,
             RandomSource& random) const override {
    std::array<OperationCall, kMostOperations> calls;
    std::size_t n = 0;
    for (std::size_t i = 0; i < operations_; ++i) {
      calls[n] =
          draw_call(rand_augment_space(), bins_, in.shape(), random, [this] { return bin_; });
      if (calls[n].operation != Operation::identity) ++n;
    }
    apply_operations(std::span(calls).first(n), style_, in, out);
  }

 private:
  std::size_t operations_;
  int bin_, bins_;
  WarpStyle style_;
};

}  // namespace

const OptionTable& RandAugmentOptions::options() {
  static const OptionTable table = with_warp_style(
      OptionTableOf<RandAugmentOptions>()
          .add("num_ops", &RandAugmentOptions::num_ops, "operations, one after the other")
          .range(1, static_cast<double>(kMostOperations))
          .add("magnitude", &RandAugmentOptions::magnitude, "strength of all of them, a bin from 0")
          .at_least(0)
          .shorthand()
          .add("num_magnitude_bins",
               &RandAugmentOptions::num_magnitude_bins,
               "bins from no change to the strongest")
          .range(2, 1000));
  return table;
}

std::unique_ptr<Transform> make_rand_augment(const TransformRequest& request,
                                             const RandAugmentOptions& options) {
  if (options.magnitude >= options.num_magnitude_bins) {
    throw UsageError(concat("magnitude: expected a bin from 0 to ",
                            options.num_magnitude_bins - 1,
                            " (num_magnitude_bins is ",
                            options.num_magnitude_bins,
                            "), got ",
                            options.magnitude));
  }
  return std::make_unique<RandAugment>(options.num_ops,
                                       options.magnitude,
                                       options.num_magnitude_bins,
                                       warp_style(options, request.channels));
}

}  // namespace trainer
