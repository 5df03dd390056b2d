#include "engine/train_options.h"

namespace trainer {

const OptionTable& TrainOptions::options() {
  using O = TrainOptions;
  static const OptionTable table =
      OptionTableOf<O>()
          .add("epochs",
               &O::epochs,
               "passes over the training data; when left out beside max_steps: none")
          .at_least(1)
          .changeable_on_request()
          .add("max_steps", &O::max_steps, "end after this many optimizer steps")
          .at_least(1)
          .changeable_on_request()
          .add("max_time", &O::max_time, "end after this time, counted over resumes")
          .above(0)
          .changeable_on_request()
          .add("batch_size", &O::batch_size, "images of an optimizer step, over all devices")
          .range(1, 1 << 24)
          .add("micro_batch",
               &O::micro_batch,
               "images of one forward pass, the rest is accumulated; auto: the whole batch")
          .words({"auto"})
          .range(1, 1 << 24)
          .changeable_on_request()
          .add("clip_grad_norm", &O::clip_grad_norm, "largest norm of the gradient")
          .above(0)
          .changeable_on_request()
          .add(
              "ema", &O::ema, "moving average of the weights, which validation and export then use")
          .add("mixup",
               &O::mixup,
               "alpha of mixup: each image and its label are blended with the next one's")
          .above(0)
          .add("cutmix",
               &O::cutmix,
               "alpha of CutMix: a box of each image is another one's; beside mixup each batch "
               "draws one of the two")
          .above(0)
          .add("mix_p", &O::mix_p, "share of the batches that are mixed")
          .range(0, 1)
          .add("channels_last",
               &O::channels_last,
               "memory layout of the network; auto: a fixed rule by model and device")
          .words({"auto"})
          .changeable_on_request()
          .add("on_nan", &O::on_nan, "when a loss or gradient is NaN or infinite")
          .choices({"stop"})
          .free_to_change();
  return table;
}

}  // namespace trainer
