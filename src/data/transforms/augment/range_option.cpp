#include "data/transforms/augment/range_option.h"

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {
namespace {

Range ordered(const char* key, const std::vector<double>& values) {
  if (values.size() != 2 || values[0] > values[1]) {
    std::vector<std::string> numbers;
    for (const double value : values) numbers.push_back(number_text(value));
    throw UsageError(
        concat(key, ": expected [least, most] or one number, got [", join(numbers, ", "), "]"));
  }
  return {values[0], values[1]};
}

}  // namespace

Range range_around(const char* key, const std::vector<double>& values, double center) {
  if (values.size() != 1) return ordered(key, values);
  if (values[0] < 0) {
    throw UsageError(
        concat(key, ": expected one number >= 0 or [least, most], got ", number_text(values[0])));
  }
  return {center - values[0], center + values[0]};
}

Range range_of(const char* key, const std::vector<double>& values) {
  if (values.size() != 1) return ordered(key, values);
  return {values[0], values[0]};
}

}  // namespace trainer
