#pragma once
#include <vector>

#include <trainer/transform.h>

namespace trainer {

/// Bounds that a number is drawn between, uniformly.
struct Range {
  double least = 0, most = 0;
  double draw(RandomSource& random) const { return random.uniform(least, most); }
  bool operator==(const Range&) const = default;
};

/// `values` as written: [least, most], or one number for `center` plus and minus that. Throws
/// UsageError (naming `key`) where the number is negative or the bounds are in the wrong order.
Range range_around(const char* key, const std::vector<double>& values, double center);
/// `values` as written: [least, most], or one number that is always taken.
Range range_of(const char* key, const std::vector<double>& values);

}  // namespace trainer
