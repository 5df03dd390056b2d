#include "data/transforms/catalog.h"

#include <map>
#include <utility>

#include <trainer/error.h>

#include "base/text.h"
#include "data/transforms/augment/color/autocontrast.h"
#include "data/transforms/augment/color/color_jitter.h"
#include "data/transforms/augment/color/equalize.h"
#include "data/transforms/augment/color/gaussian_blur.h"
#include "data/transforms/augment/color/grayscale.h"
#include "data/transforms/augment/color/invert.h"
#include "data/transforms/augment/color/posterize.h"
#include "data/transforms/augment/color/sharpness.h"
#include "data/transforms/augment/color/solarize.h"
#include "data/transforms/augment/erase/cutout.h"
#include "data/transforms/augment/erase/random_erasing.h"
#include "data/transforms/augment/policies/augmix.h"
#include "data/transforms/augment/policies/auto_augment.h"
#include "data/transforms/augment/policies/rand_augment.h"
#include "data/transforms/augment/policies/trivial_augment_wide.h"
#include "data/transforms/augment/spatial/affine.h"
#include "data/transforms/augment/spatial/alternating_flip.h"
#include "data/transforms/augment/spatial/perspective.h"
#include "data/transforms/augment/spatial/rotation.h"
#include "data/transforms/augment/spatial/vertical_flip.h"
#include "data/transforms/center_crop.h"
#include "data/transforms/horizontal_flip.h"
#include "data/transforms/normalize.h"
#include "data/transforms/random_crop.h"
#include "data/transforms/random_resized_crop.h"
#include "data/transforms/resize.h"
#include "data/transforms/to_grayscale.h"

namespace trainer {
namespace {

struct Registry {
  Catalog catalog{"transform"};
  std::map<std::string, TransformFactory> factories;

  void add(const std::string& name,
           const OptionTable* table,
           const std::string& help,
           TransformFactory factory) {
    catalog.add(name, table, help);
    factories.emplace(name, std::move(factory));
  }

  /// A built-in whose maker takes its options, and the request too where it looks at sizes.
  template <class Options, class Make>
  void add_built_in(const char* name, const char* help, Make make) {
    add(name, &Options::options(), help, [make](const TransformRequest& request, const Node& node) {
      return make(request, read_options<Options>(node));
    });
  }
};

using Request = const TransformRequest&;

void add_sizing(Registry& all) {
  all.add_built_in<ResizeOptions>(
      "resize",
      "scales to a shorter side or to [height, width], antialiased",
      [](Request r, const ResizeOptions& o) { return make_resize(r, o); });
  all.add_built_in<CenterCropOptions>("center_crop",
                                      "cuts out the middle, zero-padded where the image is smaller",
                                      make_center_crop);
  all.add_built_in<RandomResizedCropOptions>(
      "random_resized_crop",
      "cuts out a random part and scales it",
      [](Request r, const RandomResizedCropOptions& o) { return make_random_resized_crop(r, o); });
  all.add_built_in<RandomCropOptions>(
      "random_crop", "pads, then cuts at a random place", make_random_crop);
}

void add_moving(Registry& all) {
  all.add_built_in<HorizontalFlipOptions>(
      "horizontal_flip",
      "mirrors left and right at random",
      [](Request, const HorizontalFlipOptions& o) { return make_horizontal_flip(o); });
  all.add("alternating_flip",
          nullptr,
          "mirrors a random half in the first epoch, the other half in the next, in turns",
          [](Request, const Node&) { return make_alternating_flip(); });
  all.add_built_in<VerticalFlipOptions>(
      "vertical_flip", "turns upside down at random", [](Request, const VerticalFlipOptions& o) {
        return make_vertical_flip(o);
      });
  all.add_built_in<RotationOptions>("rotation", "turns by a random angle", make_rotation);
  all.add_built_in<AffineOptions>(
      "affine", "turns, shifts, scales and shears at random", make_affine);
  all.add_built_in<PerspectiveOptions>(
      "perspective", "moves the corners inwards at random", make_perspective);
}

void add_colors(Registry& all) {
  all.add_built_in<ToGrayscaleOptions>(
      "to_grayscale", "luma in 1 channel or in 3 equal ones", make_to_grayscale);
  all.add_built_in<GrayscaleOptions>(
      "grayscale", "takes the colors away at random", [](Request, const GrayscaleOptions& o) {
        return make_grayscale(o);
      });
  all.add_built_in<ColorJitterOptions>(
      "color_jitter",
      "changes brightness, contrast, saturation and hue at random",
      [](Request, const ColorJitterOptions& o) { return make_color_jitter(o); });
  all.add_built_in<GaussianBlurOptions>(
      "gaussian_blur", "blurs by a random amount", [](Request, const GaussianBlurOptions& o) {
        return make_gaussian_blur(o);
      });
  all.add_built_in<SharpnessOptions>(
      "sharpness", "sharpens or smooths at random", [](Request, const SharpnessOptions& o) {
        return make_sharpness(o);
      });
  all.add_built_in<AutocontrastOptions>(
      "autocontrast",
      "stretches each channel to 0-255 at random",
      [](Request, const AutocontrastOptions& o) { return make_autocontrast(o); });
  all.add_built_in<EqualizeOptions>("equalize",
                                    "evens out each channel's histogram at random",
                                    [](Request, const auto& o) { return make_equalize(o); });
  all.add_built_in<InvertOptions>(
      "invert", "255 - value, at random", [](Request, const auto& o) { return make_invert(o); });
  all.add_built_in<PosterizeOptions>("posterize",
                                     "keeps some bits of each value, at random",
                                     [](Request, const auto& o) { return make_posterize(o); });
  all.add_built_in<SolarizeOptions>("solarize",
                                    "inverts the bright values, at random",
                                    [](Request, const auto& o) { return make_solarize(o); });
}

void add_policies(Registry& all) {
  all.add_built_in<AutoAugmentOptions>(
      "auto_augment", "one of 25 learned pairs of operations", make_auto_augment);
  all.add_built_in<RandAugmentOptions>(
      "rand_augment", "some random operations of one strength", make_rand_augment);
  all.add_built_in<TrivialAugmentWideOptions>(
      "trivial_augment_wide", "one random operation of random strength", make_trivial_augment_wide);
  all.add_built_in<AugmixOptions>(
      "augmix", "mixes the image with chains of random operations", make_augmix);
  all.add_built_in<RandomErasingOptions>(
      "random_erasing", "paints over a random box", make_random_erasing);
  all.add_built_in<CutoutOptions>("cutout", "paints over random squares", make_cutout);
}

Registry built_ins() {
  Registry all;
  add_sizing(all);
  add_moving(all);
  add_colors(all);
  add_policies(all);
  all.add("normalize",
          &NormalizeOptions::options(),
          "(pixel / 255 - mean) / std for each channel, on the batch; last in the list",
          nullptr);
  return all;
}

Registry& registry() {
  static Registry all = built_ins();
  return all;
}

}  // namespace

const Catalog& transform_catalog() {
  return registry().catalog;
}

void register_transform(const std::string& name,
                        const OptionTable* table,
                        const std::string& help,
                        TransformFactory factory) {
  if (!factory) throw UsageError(concat("transform ", name, ": registered without a factory"));
  registry().add(name, table, help, std::move(factory));
}

std::unique_ptr<Transform> make_transform(const Component& component,
                                          const TransformRequest& request) {
  const auto& factories = registry().factories;
  const auto found = factories.find(component.name);
  if (found == factories.end()) {
    throw UsageError(concat("unknown transform \"", printable(component.name), "\""));
  }
  TRAINER_ASSERT(found->second != nullptr, "normalize is no transform of one image");
  std::unique_ptr<Transform> transform = found->second(request, component.options);
  TRAINER_ASSERT(transform != nullptr, concat("the factory of ", component.name, " gave null"));
  return transform;
}

}  // namespace trainer
