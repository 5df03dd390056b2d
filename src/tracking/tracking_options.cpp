#include "tracking/tracking_options.h"

namespace trainer {

const OptionTable& TrackingOptions::options() {
  using O = TrackingOptions;
  static const OptionTable table =
      OptionTableOf<O>()
          .add("every", &O::every, "how often training metrics are recorded")
          .above(0)
          .free_to_change()
          .add("tensorboard", &O::tensorboard, "write TensorBoard event files")
          .free_to_change()
          .add("jsonl", &O::jsonl, "write metrics.jsonl")
          .free_to_change()
          .add("csv", &O::csv, "write metrics.csv")
          .free_to_change()
          .add("samples", &O::samples, "record the ids of every batch's images")
          .free_to_change();
  return table;
}

}  // namespace trainer
