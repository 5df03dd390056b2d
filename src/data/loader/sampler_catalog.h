#pragma once
#include <memory>

#include <trainer/dataset.h>
#include <trainer/options.h>

#include "data/loader/sampler.h"

namespace trainer {

/// What `data.sampler` may be.
const Catalog& sampler_catalog();

/// The order of training images. Throws UsageError where the options do not fit the data.
std::unique_ptr<Sampler> make_sampler(const Component& sampler,
                                      const Dataset& dataset,
                                      std::uint64_t seed,
                                      SamplerPlace place = {});

}  // namespace trainer
