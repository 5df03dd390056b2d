#include "engine/device_stage.h"

#include <array>
#include <cstdint>
#include <vector>

#include <ATen/Parallel.h>
#include <torch/types.h>

#include <trainer/error.h>

#include "data/resident/assemble.h"
#include "data/resident/resident_set.h"

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

template <class Number>
void normalize(const BatchNormalizer& normalizer, const Batch& batch, Number* out) {
  const std::int64_t pixels = std::int64_t{batch.height} * batch.width;
  const std::int64_t values = pixels * batch.channels;
  const std::int64_t images_of_a_task = at::divup(at::internal::GRAIN_SIZE, values);
  at::parallel_for(0, batch.count, images_of_a_task, [&](std::int64_t begin, std::int64_t end) {
    if (batch.resident == nullptr) {
      normalizer.run(batch.images + begin * values, out + begin * values, (end - begin) * pixels);
      return;
    }
    std::array<std::uint8_t, ResidentSet::kMostBytes> image;  // NOLINT: assembled whole
    for (std::int64_t i = begin; i < end; ++i) {
      assemble_rows(batch, i, i + 1, image.data());
      normalizer.run(image.data(), out + i * values, pixels);
    }
  });
}

/// [count, height, width, channels] as [count, channels, height, width] in either memory format.
at::Tensor in_format(const at::Tensor& images, bool channels_last) {
  const at::Tensor planes = images.permute({0, 3, 1, 2});
  if (channels_last) return planes;
  // With one channel both formats have the same bytes, and strides are what tells them apart.
  return images.size(3) == 1 ? images.view(planes.sizes()) : planes.contiguous();
}

}  // namespace

DeviceStage::DeviceStage(at::Device device,
                         const Normalization& normalization,
                         bool channels_last,
                         at::ScalarType type,
                         SlotCopies* copies)
    : device_(device),
      normalizer_(normalization),
      channels_last_(channels_last),
      type_(type),
      copies_(copies) {
  TRAINER_ASSERT(type == at::kFloat || type == at::kBFloat16, "images as float32 or bfloat16");
  if (copies_ == nullptr) return;
  const auto on_device = [&](const std::vector<float>& numbers) {
    return torch::tensor(numbers, torch::kFloat32).to(device_);
  };
  scale_ = on_device({255.0F});
  mean_ = on_device(normalization.mean);
  std_ = on_device(normalization.std);
}

DeviceStage::Inputs DeviceStage::put(const Batch& batch) {
  TRAINER_ASSERT(batch.channels == normalizer_.channels(), "mean and std for each channel");
  const at::Tensor images = copies_ == nullptr || batch.resident != nullptr
                                ? normalized_on_host(batch)
                                : normalized_on_device(copies_->start(batch));
  Inputs inputs{in_format(images, channels_last_).to(device_), labels_of(batch)};
  mix_images(batch.mix, inputs.images);
  return inputs;
}

at::Tensor DeviceStage::normalized_on_host(const Batch& batch) {
  const std::vector<std::int64_t> shape = {batch.count, batch.height, batch.width, batch.channels};
  if (!buffer_.defined() || buffer_.size(0) < batch.count ||
      buffer_.sizes().slice(1) != at::IntArrayRef(shape).slice(1)) {
    buffer_ = torch::empty(shape, type_);
  }
  void* out = buffer_.mutable_data_ptr();
  if (type_ == at::kFloat) {
    normalize(normalizer_, batch, static_cast<float*>(out));
  } else {
    normalize(normalizer_, batch, static_cast<Bfloat16*>(out));
  }
  return buffer_.narrow(0, 0, batch.count);
}

// Divisors are tensors: by a plain number CUDA kernels multiply with its inverse, another last bit.
at::Tensor DeviceStage::normalized_on_device(const at::Tensor& pixels) const {
  return pixels.to(at::kFloat).div_(scale_).sub_(mean_).div_(std_).to(type_);
}

at::Tensor DeviceStage::labels_of(const Batch& batch) const {
  // CUDA has read memory that is not page-locked when it returns, and so need not be waited for.
  constexpr bool kNonBlocking = true;
  if (batch.soft_labels.empty()) {
    return torch::tensor(batch.labels, torch::kInt64).to(device_, kNonBlocking);
  }
  const auto classes = static_cast<std::int64_t>(batch.soft_labels.size()) / batch.count;
  return torch::tensor(batch.soft_labels, torch::kFloat32)
      .view({batch.count, classes})
      .to(device_, kNonBlocking);
}

}  // namespace trainer
