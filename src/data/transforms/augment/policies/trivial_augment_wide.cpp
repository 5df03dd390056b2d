#include "data/transforms/augment/policies/trivial_augment_wide.h"

#include "data/transforms/augment/policies/operation_space.h"
#include "data/transforms/augment/policies/policy_options.h"

namespace trainer {
namespace {

class TrivialAugmentWide final : public Transform {
 public:
  TrivialAugmentWide(int bins, const WarpStyle& style) : bins_(bins), style_(style) {}
  bool is_random() const override { return true; }
  void apply(const ImageView& in,
             const MutableImageView& out,
             RandomSource& random) const override {
    const auto bin = [&] {
      return static_cast<int>(random.below(static_cast<std::uint64_t>(bins_)));
    };
    const OperationCall call = draw_call(trivial_augment_space(), bins_, in.shape(), random, bin);
    apply_operation(call, style_, in, out);
  }

 private:
  int bins_;
  WarpStyle style_;
};

}  // namespace

const OptionTable& TrivialAugmentWideOptions::options() {
  static const OptionTable table =
      with_warp_style(OptionTableOf<TrivialAugmentWideOptions>()
                          .add("num_magnitude_bins",
                               &TrivialAugmentWideOptions::num_magnitude_bins,
                               "bins from no change to the strongest")
                          .range(2, 1000));
  return table;
}

std::unique_ptr<Transform> make_trivial_augment_wide(const TransformRequest& request,
                                                     const TrivialAugmentWideOptions& options) {
  return std::make_unique<TrivialAugmentWide>(options.num_magnitude_bins,
                                              warp_style(options, request.channels));
}

}  // namespace trainer
