#pragma once
#include <cstdint>
#include <span>

#include <ATen/core/Tensor.h>

#include "metrics/evaluation_accumulator.h"

namespace trainer {

/// Adds a batch of `logits` [n, classes], of any device and floating-point type.
void accumulate(EvaluationAccumulator& accumulator,
                const at::Tensor& logits,
                std::span<const std::int64_t> labels,
                std::span<const std::uint8_t> valid = {});

}  // namespace trainer
