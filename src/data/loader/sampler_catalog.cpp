#include "data/loader/sampler_catalog.h"

#include <cmath>

#include <trainer/error.h>

#include "base/log.h"
#include "base/text.h"
#include "data/loader/window_sampler.h"
#include "data/sources/split.h"

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

struct WindowOptions {
  std::int64_t size = WindowShape{}.size;
  Or<std::int64_t> block = "auto";
  static const OptionTable& options() {
    static const OptionTable table =
        OptionTableOf<WindowOptions>()
            .add("size", &WindowOptions::size, "images that are shuffled with each other")
            .range(1, 1e9)
            .shorthand()
            .add("block",
                 &WindowOptions::block,
                 "neighbouring images that are read together, never beyond the end of their file; "
                 "auto: a sixteenth of size")
            .words({"auto"})
            .range(1, 1e9);
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

/// Neighbours of one class far more often than chance has it: a window then holds few classes.
void warn_where_sorted_by_class(const Dataset& dataset, const WindowShape& shape) {
  const std::int64_t size = dataset.size();
  if (shape.size >= size || shape.block == 1) return;
  double by_chance = 0;
  for (const std::int64_t count : class_counts(dataset)) {
    by_chance += std::pow(static_cast<double>(count) / static_cast<double>(size), 2);
  }
  std::int64_t alike = 0;
  for (std::int64_t i = 1; i < size; ++i) alike += dataset.label(i) == dataset.label(i - 1) ? 1 : 0;
  if (static_cast<double>(alike) / static_cast<double>(size) < 0.5 + 0.5 * by_chance) return;
  log_warning(
      concat("data.sampler: the images lie sorted by class, and a window of ",
             shape.size,
             " of them in blocks of ",
             block_length(shape),
             " holds few classes; take a larger size or a smaller block, or write the data in a "
             "random order"));
}

std::unique_ptr<Sampler> window_sampler(const WindowOptions& options,
                                        const Dataset& dataset,
                                        std::uint64_t seed,
                                        SamplerPlace place) {
  const WindowShape shape = {options.size, options.block.has_value() ? options.block.value : 0};
  warn_where_sorted_by_class(dataset, shape);
  return make_window_sampler(dataset.size(), dataset.shard_starts(), shape, seed, place);
}

}  // namespace

const Catalog& sampler_catalog() {
  static const Catalog catalog = [] {
    Catalog made("sampler");
    made.add("shuffle", nullptr, "every image once, in a new order each epoch");
    made.add("sequential", nullptr, "every image once, in the order of the data");
    made.add("balanced", nullptr, "of every class equally many, however many it has");
    made.add("weighted", &WeightedOptions::options(), "of every class its share by weights");
    made.add("window",
             &WindowOptions::options(),
             "every image once, nearly in the order of the data: for disks and network mounts");
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
  if (sampler.name == "window") {
    return window_sampler(read_options<WindowOptions>(sampler.options), dataset, seed, place);
  }
  TRAINER_ASSERT(sampler.name == "shuffle", concat("a sampler named ", sampler.name));
  return make_shuffle_sampler(dataset.size(), seed, place);
}

}  // namespace trainer
