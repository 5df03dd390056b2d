#include "optim/optimizer_options.h"

#include "optim/adam_options.h"
#include "optim/rmsprop_options.h"
#include "optim/sgd_options.h"

namespace trainer {

Catalog& detail::writable_optimizer_catalog() {
  static Catalog catalog = [] {
    Catalog made("optimizer");
    made.add("sgd", &SgdOptions::options(), "stochastic gradient descent with momentum");
    made.add("adam", &AdamOptions::options(), "Adam; weight decay is part of the gradient (L2)");
    made.add("adamw", &AdamOptions::options(), "Adam with decoupled weight decay");
    made.add("rmsprop", &RmspropOptions::options(), "RMSprop, also centred and with momentum");
    return made;
  }();
  return catalog;
}

const Catalog& optimizer_catalog() {
  return detail::writable_optimizer_catalog();
}

const OptionTable& GroupOptions::options() {
  using O = GroupOptions;
  static const OptionTable table =
      OptionTableOf<O>()
          .add("match", &O::match, "pattern of parameter names, such as fc.*")
          .required()
          .add("lr_scale", &O::lr_scale, "factor on the learning rate")
          .above(0)
          .add("weight_decay", &O::weight_decay, "in place of the optimizer's; none: the same")
          .at_least(0);
  return table;
}

const OptionTable& OptimizerOptions::options() {
  using O = OptimizerOptions;
  static const OptionTable table =
      OptionTableOf<O>()
          .variant("name", &O::method, optimizer_catalog(), "sgd", "how weights follow gradients")
          .add("lr", &O::lr, "learning rate; 0.1 fits sgd, adam and adamw want about 0.001")
          .above(0)
          .changeable_on_request()
          .add("weight_decay", &O::weight_decay, "pull of the weights towards 0")
          .at_least(0)
          .add("decay_norm_and_bias",
               &O::decay_norm_and_bias,
               "false: no weight decay on norm and bias parameters, whatever their group")
          .add("groups", &O::groups, "parameters with own rate and decay; the first match wins");
  return table;
}

}  // namespace trainer
