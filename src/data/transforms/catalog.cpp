#include "data/transforms/catalog.h"

#include <map>
#include <utility>

#include <trainer/error.h>

#include "base/text.h"
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

Registry built_ins() {
  Registry all;
  using Request = const TransformRequest&;
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
  all.add_built_in<HorizontalFlipOptions>(
      "horizontal_flip",
      "mirrors left and right at random",
      [](Request, const HorizontalFlipOptions& o) { return make_horizontal_flip(o); });
  all.add_built_in<ToGrayscaleOptions>(
      "to_grayscale", "luma in 1 channel or in 3 equal ones", make_to_grayscale);
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
