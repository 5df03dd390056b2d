#include <trainer/error.h>
#include <trainer/module.h>
#include <trainer/network_builder.h>

#include "base/text.h"

namespace trainer {

void register_module(const std::string& name,
                     const OptionTable* table,
                     const std::string& help,
                     ModuleFactory factory) {
  if (!factory) throw UsageError(concat("module \"", printable(name), "\" has no factory"));
  register_model(
      name,
      table,
      help,
      [name, factory = std::move(factory)](const ModelRequest& request, const Node& options) {
        NetworkBuilder builder({request.channels, request.height, request.width}, request.classes);
        op::Opaque opaque;
        opaque.what = name;
        opaque.output = {request.classes};
        opaque.module = std::make_shared<OpaqueModule>(
            [factory, request, options] { return factory(request, options); });
        builder.node("", std::move(opaque), {NetworkBuilder::kInput});
        return builder.finish();
      });
}

}  // namespace trainer
