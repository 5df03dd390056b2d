#include "metrics/accumulate.h"

namespace trainer {

void accumulate(EvaluationAccumulator& accumulator,
                const at::Tensor& logits,
                std::span<const std::int64_t> labels,
                std::span<const std::uint8_t> valid) {
  const at::Tensor host = logits.detach().to(at::kCPU, at::kFloat).contiguous();
  accumulator.add(
      {host.const_data_ptr<float>(), static_cast<std::size_t>(host.numel())}, labels, valid);
}

}  // namespace trainer
