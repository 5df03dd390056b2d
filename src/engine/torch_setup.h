#pragma once
#include <optional>
#include <string>

#include <c10/core/Device.h>

namespace trainer {

/// What LibTorch is told once before a run; results are bit-identical only under the same settings.
struct TorchSettings {
  int threads = 0;                    ///< within an operation; 0: as LibTorch chooses (the cores)
  std::optional<bool> deterministic;  ///< unset: as it is
};

/// Applies the settings to the whole process and flushes denormal numbers to zero, which are slow
/// and never matter here.
void set_up_torch(const TorchSettings& settings);
int torch_threads();
/// "2.13.0".
std::string torch_version();
/// The device that `auto` or `cpu` means here. Throws UsageError for a device that is not there.
c10::Device resolve_device(const std::string& name);

}  // namespace trainer
