#include "optim/sgd_options.h"

namespace trainer {

const OptionTable& SgdOptions::options() {
  using O = SgdOptions;
  static const OptionTable table = OptionTableOf<O>()
                                       .add("momentum", &O::momentum, "momentum factor")
                                       .at_least(0)
                                       .below(1)
                                       .add("dampening", &O::dampening, "dampening of the momentum")
                                       .range(0, 1)
                                       .add("nesterov", &O::nesterov, "Nesterov's momentum");
  return table;
}

}  // namespace trainer
