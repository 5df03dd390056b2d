#pragma once
#include <string>
#include <vector>

#include <trainer/model.h>

namespace trainer {

/// Every model by name with its options; built-ins are added on first use.
const Catalog& model_catalog();
/// Builds a description. Throws ConfigError where shapes do not fit, UsageError on an unknown name.
Network build_network(const Component& model, const ModelRequest& request);

/// The table printed at the start of a run: one row a layer with output shape, parameters and
/// FLOPs, and the totals.
std::string summary_table(const Network& network);

}  // namespace trainer
