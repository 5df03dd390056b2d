#pragma once
#include <string>

#include <trainer/options.h>

namespace trainer {

/// JSON Schema (draft 7, which editors know) of everything a table accepts.
std::string schema_json(const OptionTable& root);

}  // namespace trainer
