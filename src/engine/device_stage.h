#pragma once
#include <cstdint>
#include <vector>

#include <ATen/core/Tensor.h>

#include "data/loader/batch.h"
#include "data/transforms/pipeline.h"

namespace trainer {

/// Brings a batch onto the device: uint8 pixels become normalised float images in the network's
/// memory format, in one pass, and are mixed where the batch says so. Its buffer is reused: the
/// images of a batch are valid until the next call. One stage serves one thread.
class DeviceStage {
 public:
  DeviceStage(at::Device device, Normalization normalization, bool channels_last);

  struct Inputs {
    at::Tensor images;  ///< [count, channels, height, width] float32
    at::Tensor labels;  ///< [count] int64, or [count, classes] float32 where labels are mixed
  };
  Inputs put(const Batch& batch);

 private:
  at::Device device_;
  Normalization normalization_;
  bool channels_last_;
  std::vector<std::uint8_t> bytes_;  ///< of resident images, on their way
  at::Tensor buffer_;                ///< [capacity, height, width, channels] float32 on the host
};

}  // namespace trainer
