#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include <trainer/options.h>

#include "optim/ema_options.h"

namespace trainer {

/// `train`
struct TrainOptions {
  std::optional<std::int64_t> epochs = 10;  ///< none only beside max_steps or max_time
  std::optional<std::int64_t> max_steps;
  std::optional<Duration> max_time;
  int batch_size = 32;           ///< images per optimizer step over all ranks
  Or<int> micro_batch = "auto";  ///< images per forward; auto: the whole batch
  std::optional<double> clip_grad_norm;
  std::optional<EmaOptions> ema;
  std::optional<double> mixup, cutmix;  ///< alphas; none: off
  double mix_p = 1;                     ///< share of batches that are mixed
  Or<bool> channels_last = "auto";
  std::string on_nan = "stop";
  static const OptionTable& options();
};

}  // namespace trainer
