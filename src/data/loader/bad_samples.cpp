#include "data/loader/bad_samples.h"

#include <algorithm>
#include <cmath>

#include <trainer/error.h>

#include "base/log.h"
#include "base/text.h"

namespace trainer {
namespace {

/// One bad file of a few is more than 1 %, but no reason to stop.
std::int64_t allowed_of(std::int64_t samples, double share) {
  if (!(share > 0)) return 0;
  const double count = std::floor(share * static_cast<double>(samples));
  return std::max<std::int64_t>(static_cast<std::int64_t>(count), 1);
}

}  // namespace

BadSamples::BadSamples(const Dataset& dataset, const LoaderOptions& options)
    : dataset_(dataset),
      policy_(options.on_bad_image),
      max_bad_(options.max_bad),
      allowed_(allowed_of(dataset.size(), options.max_bad)) {}

void BadSamples::meet(const BadSample& sample) {
  const std::string name = dataset_.name(sample.index);
  if (policy_ == BadImagePolicy::fail) {
    throw DataError(concat(sample.reason,
                           "; repair or remove it, or set data.on_bad_image to skip or substitute"),
                    name);
  }
  if (!met_.insert(sample.index).second) return;
  list_.emplace_back(name, sample.reason);
  log_warning(
      concat(policy_ == BadImagePolicy::skip ? "bad image skipped: " : "bad image replaced: ",
             sample.reason));
  if (count() > allowed_) {
    throw DataError(concat(counted(count(), "bad image"),
                           " among ",
                           dataset_.size(),
                           ", more than data.max_bad (",
                           number_text(max_bad_ * 100.0),
                           "%) allows; the last one: ",
                           sample.reason),
                    name);
  }
}

}  // namespace trainer
