#pragma once
#include <ATen/core/Tensor.h>

#include "data/loader/batch.h"
#include "data/transforms/kernels/normalize.h"
#include "data/transforms/pipeline.h"
#include "engine/slot_copies.h"

namespace trainer {

/// Brings a batch onto the device: uint8 pixels become normalised images in the network's memory
/// format and number type, and are mixed where the batch says so. The host normalises in one pass,
/// into a buffer that is reused: the images of a batch are valid until the next call. With `copies`
/// the bytes go to the device, a quarter of the floats, and are normalised there, to the same bits;
/// windows of resident images are cut and normalised by the host.
/// One stage serves one thread.
class DeviceStage {
 public:
  /// `type`: float32 or bfloat16. `copies` outlives the stage; null: the host normalises.
  DeviceStage(at::Device device,
              const Normalization& normalization,
              bool channels_last,
              at::ScalarType type = at::kFloat,
              SlotCopies* copies = nullptr);

  struct Inputs {
    at::Tensor images;  ///< [count, channels, height, width] of `type`
    at::Tensor labels;  ///< [count] int64, or [count, classes] float32 where labels are mixed
  };
  Inputs put(const Batch& batch);

 private:
  at::Tensor normalized_on_host(const Batch& batch);
  at::Tensor normalized_on_device(const at::Tensor& pixels) const;
  at::Tensor labels_of(const Batch& batch) const;

  at::Device device_;
  BatchNormalizer normalizer_;
  bool channels_last_;
  at::ScalarType type_;
  SlotCopies* copies_;
  at::Tensor buffer_;              ///< [capacity, height, width, channels] on the host
  at::Tensor scale_, mean_, std_;  ///< [1], [channels], [channels] on the device, with `copies`
};

}  // namespace trainer
