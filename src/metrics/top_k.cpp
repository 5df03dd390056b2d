#include "metrics/top_k.h"

#include <cmath>

namespace trainer {

std::int64_t rank_of_label(std::span<const float> logits, std::int64_t label) {
  const auto classes = static_cast<std::int64_t>(logits.size());
  const float own = logits[static_cast<std::size_t>(label)];
  std::int64_t rank = 0;
  for (std::int64_t i = 0; i < classes; ++i) {
    const float other = logits[static_cast<std::size_t>(i)];
    if (std::isnan(other)) return classes;
    if (other > own || (other == own && i < label)) ++rank;
  }
  return rank;
}

}  // namespace trainer
