#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "data/loader/batch.h"
#include "engine/device_stage.h"
#include "engine/run_state.h"
#include "loss/loss.h"
#include "network/executor.h"
#include "optim/ema.h"
#include "optim/optimizer.h"

namespace trainer {

struct TrainStepOptions {
  std::uint64_t seed = 0;
  int rank = 0;
  std::int64_t micro_batch = 0;  ///< images a forward pass; 0: the whole batch
  std::optional<double> clip_grad_norm;
};

/// One optimizer step over a batch. All parts belong to the caller and outlive it.
class TrainStep {
 public:
  TrainStep(NetworkModule& network,
            const Loss& loss,
            Optimizer& optimizer,
            Ema* ema,
            DeviceStage& stage,
            TrainStepOptions options);

  /// Trains on the batch; `step` counts completed steps. Throws NumericError when loss or gradients
  /// are not finite: weights, optimizer and average are then as they were before, only running
  /// statistics of batch norms have seen the batch. Throws DataError when bad images left one image
  /// where the network needs two.
  TrainTotals run(const Batch& batch, std::int64_t step, double lr, std::optional<double> momentum);

 private:
  void forward_and_backward(const Batch& batch, std::int64_t step, TrainTotals& totals);

  NetworkModule& network_;
  const Loss& loss_;
  Optimizer& optimizer_;
  Ema* ema_;
  DeviceStage& stage_;
  TrainStepOptions options_;
  std::string single_value_norm_;  ///< a batch norm that cannot take one image; empty: none
};

}  // namespace trainer
