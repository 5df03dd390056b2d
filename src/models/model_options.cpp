#include "models/model_options.h"

#include "models/registry.h"

namespace trainer {

const OptionTable& ModelOptions::options() {
  using O = ModelOptions;
  static const OptionTable table =
      OptionTableOf<O>()
          .variant("name",
                   &O::architecture,
                   model_catalog(),
                   "",
                   "the network; sequential: one written in `layers`")
          .add("num_classes", &O::num_classes, "outputs; auto: the number of classes of the data")
          .words({"auto"})
          .range(1, 10'000'000)
          .add("weights", &O::weights, "checkpoint or weights file to start from")
          .path()
          .free_to_change()
          .add("freeze",
               &O::freeze,
               "patterns of parameter names that are not trained, such as layer1.*");
  return table;
}

}  // namespace trainer
