#include "data/transforms/augment/policies/augmix.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "data/transforms/augment/policies/dirichlet.h"
#include "data/transforms/augment/policies/operation_space.h"
#include "data/transforms/augment/policies/policy_options.h"

namespace trainer {
namespace {

constexpr int kBins = 10;
constexpr std::size_t kMostChains = 16;
constexpr std::size_t kMostDepth = 16;

/// Memory of one thread that only grows.
struct Scratch {
  std::vector<std::uint8_t> chain;
  std::vector<float> mix;
};

Scratch& scratch() {
  thread_local Scratch memory;
  return memory;
}

/// mix[i] (+)= weight * the i-th byte of `image`.
void mix_in(const ImageView& image, float weight, bool first, float* mix) {
  const auto row = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.channels);
  for (int y = 0; y < image.height; ++y, mix += row) {
    const std::uint8_t* from = image.row(y);
    if (first) {
      for (std::size_t i = 0; i < row; ++i) mix[i] = weight * static_cast<float>(from[i]);
    } else {
      for (std::size_t i = 0; i < row; ++i) mix[i] += weight * static_cast<float>(from[i]);
    }
  }
}

class Augmix final : public Transform {
 public:
  Augmix(const AugmixOptions& options, const WarpStyle& style)
      : severity_(static_cast<std::uint64_t>(options.severity)),
        chains_(static_cast<std::size_t>(options.mixture_width)),
        depth_(options.chain_depth.has_value() ? options.chain_depth.value : 0),
        alpha_(options.alpha),
        space_(augmix_space(options.all_ops)),
        style_(style) {}
  bool is_random() const override { return true; }

  void apply(const ImageView& in,
             const MutableImageView& out,
             RandomSource& random) const override {
    const auto row = static_cast<std::size_t>(in.width) * static_cast<std::size_t>(in.channels);
    const std::size_t bytes = row * static_cast<std::size_t>(in.height);
    Scratch& memory = scratch();
    if (memory.chain.size() < bytes) {
      memory.chain.resize(bytes);
      memory.mix.resize(bytes);
    }
    const MutableImageView chain = {
        memory.chain.data(), in.height, in.width, in.channels, static_cast<std::ptrdiff_t>(row)};
    std::array<double, 2> parts{};
    std::array<double, kMostChains> shares{};
    draw_dirichlet(alpha_, random, parts);
    draw_dirichlet(alpha_, random, std::span(shares).first(chains_));
    mix_in(in, static_cast<float>(parts[0]), true, memory.mix.data());
    for (std::size_t i = 0; i < chains_; ++i) {
      run_chain(in, chain, random);
      const float weight = static_cast<float>(shares[i]) * static_cast<float>(parts[1]);
      mix_in(chain, weight, false, memory.mix.data());
    }
    const float* mix = memory.mix.data();
    for (int y = 0; y < out.height; ++y) {
      std::uint8_t* to = out.row(y);
      // The weights add up to 1 but for rounding.
      for (std::size_t i = 0; i < row; ++i, ++mix) {
        to[i] = static_cast<std::uint8_t>(*mix < 255.0F ? *mix : 255.0F);
      }
    }
  }

 private:
  void run_chain(const ImageView& in, const MutableImageView& out, RandomSource& random) const {
    const std::size_t depth = depth_ > 0 ? static_cast<std::size_t>(depth_)
                                         : 1 + static_cast<std::size_t>(random.below(3));
    std::array<OperationCall, kMostDepth> calls;
    for (std::size_t i = 0; i < depth; ++i) {
      calls[i] = draw_call(space_, kBins, in.shape(), random, [&] {
        return static_cast<int>(random.below(severity_));
      });
    }
    apply_operations(std::span(calls).first(depth), style_, in, out);
  }

  std::uint64_t severity_;
  std::size_t chains_;
  int depth_;  ///< 0: 1 to 3 at random
  double alpha_;
  std::span<const OperationScale> space_;
  WarpStyle style_;
};

}  // namespace

const OptionTable& AugmixOptions::options() {
  static const OptionTable table = with_warp_style(
      OptionTableOf<AugmixOptions>()
          .add("severity", &AugmixOptions::severity, "strengths are drawn below this bin of 10")
          .range(1, kBins)
          .shorthand()
          .add("mixture_width", &AugmixOptions::mixture_width, "chains that are mixed")
          .range(1, static_cast<double>(kMostChains))
          .add("chain_depth",
               &AugmixOptions::chain_depth,
               "operations in a chain; random: 1 to 3, drawn for each")
          .range(1, static_cast<double>(kMostDepth))
          .words({"random"})
          .add("alpha",
               &AugmixOptions::alpha,
               "of the Dirichlet and beta distributions of the weights")
          .above(0)
          .at_most(1000)
          .add("all_ops",
               &AugmixOptions::all_ops,
               "also brightness, color, contrast and sharpness"));
  return table;
}

std::unique_ptr<Transform> make_augmix(const TransformRequest& request,
                                       const AugmixOptions& options) {
  return std::make_unique<Augmix>(options, warp_style(options, request.channels));
}

}  // namespace trainer
