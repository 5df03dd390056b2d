#pragma once
#include <cstdint>
#include <span>

namespace trainer {

/// How many classes come before `label` when `logits` are ranked, highest first: 0 is a top-1 hit,
/// below k a top-k hit. Of equal logits the lowest class index comes first. A row with a NaN ranks
/// its label last: nothing was predicted, so it never counts as correct. `label` must be a class.
std::int64_t rank_of_label(std::span<const float> logits, std::int64_t label);

}  // namespace trainer
