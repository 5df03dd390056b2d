#pragma once
#include <string>
#include <vector>

#include <trainer/options.h>

namespace trainer::cli {

/// `models`, `transforms`, `optimizers`, `schedules`, `losses`, `datasets`.
const std::vector<std::string>& catalog_kinds();
/// The catalogue of one of these kinds.
const Catalog& catalog_of(const std::string& kind);

}  // namespace trainer::cli
