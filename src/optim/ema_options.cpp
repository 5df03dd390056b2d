#include "optim/ema_options.h"

namespace trainer {

const OptionTable& EmaOptions::options() {
  using O = EmaOptions;
  static const OptionTable table =
      OptionTableOf<O>()
          .add("decay", &O::decay, "part of the average that stays at an update")
          .at_least(0)
          .below(1)
          .add("every", &O::every, "optimizer steps between two updates")
          .at_least(1);
  return table;
}

}  // namespace trainer
