#pragma once
#include <memory>
#include <string>
#include <utility>

#include "data/loader/loader.h"
#include "unit/transforms/helpers.h"

namespace trainer::testing {

/// Images of 2x2 gray pixels, as FakeDataset has them.
inline std::shared_ptr<Pipeline> pipeline(
    const std::string& list = "[{random_crop: {size: 2, padding: 1}}]") {
  PipelineOptions options;
  options.channels = 1;
  options.key = "transforms.train";
  options.source_height = options.source_width = 2;
  return make_pipeline(components(list), options);
}

inline std::unique_ptr<Loader> loader_of(
    std::shared_ptr<const Dataset> dataset,
    LoaderOptions options,
    const std::string& list = "[{random_crop: {size: 2, padding: 1}}]") {
  const std::int64_t size = dataset->size();
  return std::make_unique<Loader>(
      std::move(dataset), make_shuffle_sampler(size, options.seed), pipeline(list), options);
}

inline LoaderOptions options_for(int batch_size, int workers = 2) {
  LoaderOptions options;
  options.batch_size = batch_size;
  options.workers = workers;
  options.prefetch = 2;
  options.seed = 11;
  return options;
}

}  // namespace trainer::testing
