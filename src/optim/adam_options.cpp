#include "optim/adam_options.h"

namespace trainer {

const OptionTable& AdamOptions::options() {
  using O = AdamOptions;
  static const OptionTable table =
      OptionTableOf<O>()
          .add("betas", &O::betas, "decay of the averages of gradient and squared gradient")
          .at_least(0)
          .below(1)
          .items(2, 2)
          .add("eps", &O::eps, "added to the denominator")
          .at_least(0)
          .add("amsgrad", &O::amsgrad, "divide by the largest average so far");
  return table;
}

}  // namespace trainer
