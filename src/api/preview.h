#pragma once
#include <cstdint>
#include <string>

#include <trainer/config.h>

namespace trainer {

/// Writes what the network will see of a split: see data/preview.h. Throws the errors of error.h.
void write_preview(const Config& config,
                   const std::string& split,
                   std::int64_t epoch,
                   std::int64_t count,
                   const std::string& output);

}  // namespace trainer
