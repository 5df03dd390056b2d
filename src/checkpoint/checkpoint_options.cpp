#include "checkpoint/checkpoint_options.h"

namespace trainer {

const OptionTable& CheckpointOptions::options() {
  using O = CheckpointOptions;
  static const OptionTable table =
      OptionTableOf<O>()
          .add("every", &O::every, "when to save; the first interval that is over decides")
          .items(1)
          .one_as_list()
          .free_to_change()
          .add("keep_last", &O::keep_last, "newest checkpoints to keep")
          .at_least(1)
          .free_to_change()
          .add("keep_best", &O::keep_best, "best checkpoints to keep besides")
          .at_least(0)
          .free_to_change()
          .add("monitor",
               &O::monitor,
               "metric that says which is best; auto: val/top1, or train/loss without validation "
               "data")
          .changeable_on_request()
          .add("mode", &O::mode, "whether less or more is better; auto: as the metric has it")
          .choices({"auto", "min", "max"})
          .changeable_on_request();
  return table;
}

}  // namespace trainer
