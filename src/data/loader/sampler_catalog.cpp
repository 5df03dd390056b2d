#include "data/loader/sampler_catalog.h"

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {
namespace {

struct WeightedOptions {
  std::vector<double> weights;
  static const OptionTable& options() {
    static const OptionTable table =
        OptionTableOf<WeightedOptions>()
            .add(
                "weights",
                &WeightedOptions::weights,
                "for each class, in the order of the classes, how often it comes compared with the "
                "others")
            .range(0, 1e6)
            .items(1)
            .required()
            .shorthand();
    return table;
  }
};

struct RepeatedOptions {
  int times = 3;
  static const OptionTable& options() {
    static const OptionTable table = OptionTableOf<RepeatedOptions>()
                                         .add("times",
                                              &RepeatedOptions::times,
                                              "how often each of an epoch's images comes, each "
                                              "time augmented anew")
                                         .range(1, 100)
                                         .shorthand();
    return table;
  }
};

std::vector<std::int64_t> labels_of(const Dataset& dataset) {
  std::vector<std::int64_t> labels(static_cast<std::size_t>(dataset.size()));
  for (std::int64_t i = 0; i < dataset.size(); ++i) {
    labels[static_cast<std::size_t>(i)] = dataset.label(i);
  }
  return labels;
}

}  // namespace

const Catalog& sampler_catalog() {
  static const Catalog catalog = [] {
    Catalog made("sampler");
    made.add("shuffle", nullptr, "every image once, in a new order each epoch");
    made.add("sequential", nullptr, "every image once, in the order of the data");
    made.add("balanced", nullptr, "of every class equally many, however many it has");
    made.add("weighted", &WeightedOptions::options(), "of every class its share by weights");
    made.add("repeated",
             &RepeatedOptions::options(),
             "each image several times in a row, fewer images an epoch (repeated augmentation)");
    return made;
  }();
  return catalog;
}

std::unique_ptr<Sampler> make_sampler(const Component& sampler,
                                      const Dataset& dataset,
                                      std::uint64_t seed,
                                      SamplerPlace place) {
  const std::size_t classes = dataset.class_names().size();
  if (sampler.name == "sequential") return make_sequential_sampler(dataset.size(), place);
  if (sampler.name == "balanced") {
    return make_class_sampler(labels_of(dataset), std::vector<double>(classes, 1.0), seed, place);
  }
  if (sampler.name == "weighted") {
    const auto options = read_options<WeightedOptions>(sampler.options);
    if (options.weights.size() != classes) {
      throw UsageError(
          concat("expected ", classes, " weights, one a class, got ", options.weights.size()));
    }
    return make_class_sampler(labels_of(dataset), options.weights, seed, place);
  }
  if (sampler.name == "repeated") {
    const auto options = read_options<RepeatedOptions>(sampler.options);
    return make_repeated_sampler(dataset.size(), options.times, seed, place);
  }
  TRAINER_ASSERT(sampler.name == "shuffle", concat("a sampler named ", sampler.name));
  return make_shuffle_sampler(dataset.size(), seed, place);
}

}  // namespace trainer
