#include "optim/rmsprop_options.h"

namespace trainer {

const OptionTable& RmspropOptions::options() {
  using O = RmspropOptions;
  static const OptionTable table =
      OptionTableOf<O>()
          .add("alpha", &O::alpha, "decay of the average of squared gradients")
          .range(0, 1)
          .add("eps", &O::eps, "added to the denominator")
          .at_least(0)
          .add("momentum", &O::momentum, "momentum factor")
          .at_least(0)
          .below(1)
          .add("centered", &O::centered, "divide by an estimate of the variance");
  return table;
}

}  // namespace trainer
