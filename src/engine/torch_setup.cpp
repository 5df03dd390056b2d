#include "engine/torch_setup.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <torch/version.h>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {

void set_up_torch(const TorchSettings& settings) {
  if (settings.threads > 0) at::set_num_threads(settings.threads);
  at::globalContext().setFlushDenormal(true);
  if (settings.deterministic) {
    at::globalContext().setDeterministicAlgorithms(*settings.deterministic, /*warn_only=*/false);
  }
}

int torch_threads() {
  return at::get_num_threads();
}

std::string torch_version() {
  return TORCH_VERSION;
}

c10::Device resolve_device(const std::string& name) {
  if (name != "auto" && name != "cpu") {
    throw UsageError(concat("unknown device \"", printable(name), "\": expected auto or cpu"));
  }
  return c10::Device(c10::kCPU);
}

}  // namespace trainer
