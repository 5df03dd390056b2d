#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include <trainer/network.h>
#include <trainer/options.h>

namespace trainer {

/// What a model is built for.
struct ModelRequest {
  std::int64_t channels = 3;
  std::int64_t height = 224, width = 224;
  std::int64_t classes = 1000;
};
using ModelFactory = std::function<Network(const ModelRequest& request, const Node& options)>;

/// Makes `model.name: name` mean an own network description. Call before load_config. The table's
/// keys stand beside the other keys of `model`; null: none. Throws UsageError on a known name.
void register_model(const std::string& name,
                    const OptionTable* table,
                    const std::string& help,
                    ModelFactory factory);

}  // namespace trainer
