#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <ATen/core/Tensor.h>

#include "optim/ema_options.h"
#include "optim/optimizer.h"

namespace trainer {

/// An exponential moving average of a network: torch.optim.swa_utils.AveragedModel with
/// get_ema_multi_avg_fn and use_buffers. The first update copies; later ones move parameters and
/// floating-point buffers by 1 - decay and copy other buffers.
class Ema {
 public:
  /// Starts as a copy of the network, whose tensors it keeps.
  Ema(const EmaOptions& options, NamedTensors parameters, NamedTensors buffers);

  /// After each optimizer step, with the number of completed steps (from 1); does something at
  /// every `every`-th.
  void update(std::int64_t step);

  /// Parameters, then buffers, under their names. Shared with the average, not copied.
  NamedTensors tensors() const;
  std::int64_t updates() const { return updates_; }
  /// Tensors in any order. Throws CheckpointError when names, shapes or dtypes differ.
  void load(const NamedTensors& saved, std::int64_t updates);

  /// Exchanges the network's tensors and the average in place, without copying.
  void swap();
  bool swapped() const { return swapped_; }

 private:
  double decay_;
  std::int64_t every_;
  std::int64_t updates_ = 0;
  bool swapped_ = false;
  NamedTensors network_;              ///< parameters, then buffers
  std::vector<at::Tensor> averages_;  ///< in the same order
};

/// The network computes with its average as long as this lives; null: nothing happens. The network
/// must be in evaluation mode, lest batch norm change the average's buffers.
class EmaScope {
 public:
  explicit EmaScope(Ema* ema) : ema_(ema) {
    if (ema_) ema_->swap();
  }
  ~EmaScope() {
    if (ema_) ema_->swap();
  }
  EmaScope(const EmaScope&) = delete;
  EmaScope& operator=(const EmaScope&) = delete;

 private:
  Ema* ema_;
};

}  // namespace trainer
