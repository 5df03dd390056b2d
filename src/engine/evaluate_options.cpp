#include "engine/evaluate_options.h"

namespace trainer {

const OptionTable& EvaluationOptions::options() {
  using O = EvaluationOptions;
  static const OptionTable table =
      OptionTableOf<O>()
          .add("every", &O::every, "how often to validate")
          .above(0)
          .changeable_on_request()
          .add("metrics", &O::metrics, "what is measured beside the loss")
          .choices({"top1", "top5", "macro_recall"})
          .one_as_list()
          .changeable_on_request();
  return table;
}

const OptionTable& EarlyStopOptions::options() {
  using O = EarlyStopOptions;
  static const OptionTable table =
      OptionTableOf<O>()
          .add("patience", &O::patience, "validations without improvement after which to stop")
          .at_least(1)
          .changeable_on_request()
          .add("monitor",
               &O::monitor,
               "metric to watch; auto: val/loss, or train/loss without validation data")
          .changeable_on_request()
          .add("mode", &O::mode, "whether less or more is better; auto: as the metric has it")
          .choices({"auto", "min", "max"})
          .changeable_on_request()
          .add("min_delta", &O::min_delta, "an improvement is more than this")
          .at_least(0)
          .changeable_on_request();
  return table;
}

}  // namespace trainer
