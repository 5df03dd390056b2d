// What a pipeline of one's own need not override.
#include <cstddef>

#include <trainer/error.h>

#include "data/transforms/pipeline.h"

namespace trainer {

void Pipeline::run_fixed_part(const SourceImage& image,
                              const std::string& name,
                              std::vector<std::uint8_t>& out,
                              int& out_height,
                              int& out_width) const {
  out_height = height();
  out_width = width();
  const auto bytes = static_cast<std::size_t>(out_height) * static_cast<std::size_t>(out_width) *
                     static_cast<std::size_t>(channels());
  if (out.size() < bytes) out.resize(bytes);
  run(image, name, SampleKey{}, out.data());
}

WindowPlan Pipeline::plan_window(const SampleKey&, int, int) const {
  throw InternalError("plan_window: " + window_obstacle());
}

}  // namespace trainer
