#include "engine/device_stage.h"

#include <algorithm>
#include <vector>

#include <ATen/Parallel.h>
#include <torch/types.h>

#include "data/resident/assemble.h"

namespace trainer {
namespace {

/// Image i with image i - 1, in place.
void mix_images(const BatchMix& mix, at::Tensor& images) {
  if (mix.kind == BatchMix::Kind::none) return;
  const at::Tensor partners = images.roll(1, 0);
  if (mix.kind == BatchMix::Kind::mixup) {
    images.mul_(mix.share).add_(partners, 1.0 - mix.share);
    return;
  }
  const Box& box = mix.box;
  const auto part = [&box](const at::Tensor& of) {
    return of.narrow(2, box.y, box.height).narrow(3, box.x, box.width);
  };
  part(images).copy_(part(partners));
}

}  // namespace

DeviceStage::DeviceStage(at::Device device, Normalization normalization, bool channels_last)
    : device_(device), normalization_(std::move(normalization)), channels_last_(channels_last) {}

DeviceStage::Inputs DeviceStage::put(const Batch& batch) {
  const std::vector<std::int64_t> shape = {batch.count, batch.height, batch.width, batch.channels};
  if (!buffer_.defined() || buffer_.size(0) < batch.count ||
      buffer_.sizes().slice(1) != at::IntArrayRef(shape).slice(1)) {
    buffer_ = torch::empty(shape, torch::kFloat32);
  }
  const std::int64_t pixels = std::int64_t{batch.height} * batch.width;
  if (batch.resident != nullptr)
    bytes_.resize(batch.row_bytes() * static_cast<std::size_t>(batch.count));
  float* out = buffer_.data_ptr<float>();
  at::parallel_for(0, batch.count, 8, [&](std::int64_t begin, std::int64_t end) {
    const std::int64_t offset = begin * pixels * batch.channels;
    const std::uint8_t* rows = batch.images + offset;
    if (batch.resident != nullptr) {
      assemble_rows(batch, begin, end, bytes_.data() + offset);
      rows = bytes_.data() + offset;
    }
    normalize_batch(rows, out + offset, (end - begin) * pixels, batch.channels, normalization_);
  });

  const at::Tensor filled = buffer_.narrow(0, 0, batch.count);
  Inputs inputs;
  if (channels_last_) {
    // With one channel both formats have the same bytes; these strides are what says channels_last.
    inputs.images = filled.permute({0, 3, 1, 2});
  } else if (batch.channels == 1) {
    inputs.images = filled.view({batch.count, 1, batch.height, batch.width});
  } else {
    inputs.images = filled.permute({0, 3, 1, 2}).contiguous();
  }
  inputs.images = inputs.images.to(device_);
  mix_images(batch.mix, inputs.images);

  if (batch.soft_labels.empty()) {
    inputs.labels = torch::tensor(batch.labels, torch::kInt64).to(device_);
  } else {
    const auto classes = static_cast<std::int64_t>(batch.soft_labels.size()) / batch.count;
    inputs.labels =
        torch::tensor(batch.soft_labels, torch::kFloat32).view({batch.count, classes}).to(device_);
  }
  return inputs;
}

}  // namespace trainer
