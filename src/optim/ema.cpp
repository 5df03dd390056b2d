#include "optim/ema.h"

#include <map>

#include <ATen/ops/_foreach_copy.h>
#include <ATen/ops/_foreach_lerp.h>
#include <c10/core/GradMode.h>

#include <trainer/error.h>

#include "base/text.h"
#include "weights/tensor_io.h"

namespace trainer {

Ema::Ema(const EmaOptions& options, NamedTensors parameters, NamedTensors buffers)
    : decay_(options.decay), every_(options.every), network_(std::move(parameters)) {
  network_.insert(network_.end(), buffers.begin(), buffers.end());
  for (const auto& [name, tensor] : network_) averages_.push_back(tensor.detach().clone());
}

void Ema::update(std::int64_t step) {
  TRAINER_ASSERT(!swapped_, "the average is not updated while the network computes with it");
  if (step % every_ != 0) return;
  const at::NoGradGuard no_grad;
  std::vector<at::Tensor> moved_averages, moved, copied_averages, copied;
  for (std::size_t i = 0; i < network_.size(); ++i) {
    const at::Tensor& tensor = network_[i].second;
    const bool move = updates_ > 0 && tensor.is_floating_point();
    (move ? moved_averages : copied_averages).push_back(averages_[i]);
    (move ? moved : copied).push_back(tensor);
  }
  if (!moved.empty()) at::_foreach_lerp_(moved_averages, moved, 1 - decay_);
  if (!copied.empty()) at::_foreach_copy_(copied_averages, copied);
  ++updates_;
}

NamedTensors Ema::tensors() const {
  TRAINER_ASSERT(!swapped_, "the network holds the average now");
  NamedTensors named;
  for (std::size_t i = 0; i < network_.size(); ++i) {
    named.emplace_back(network_[i].first, averages_[i]);
  }
  return named;
}

void Ema::load(const NamedTensors& saved, std::int64_t updates) {
  TRAINER_ASSERT(!swapped_, "the network holds the average now");
  if (saved.size() != network_.size()) {
    throw CheckpointError(concat("weight average: expected ",
                                 counted(static_cast<long long>(network_.size()), "tensor"),
                                 ", found ",
                                 saved.size()));
  }
  std::map<std::string, at::Tensor> by_name(saved.begin(), saved.end());
  std::vector<at::Tensor> found;
  for (std::size_t i = 0; i < averages_.size(); ++i) {
    const std::string& name = network_[i].first;
    const auto place = by_name.find(name);
    if (place == by_name.end()) {
      throw CheckpointError(concat("weight average: expected ", printable(name), ", found none"));
    }
    const at::Tensor& own = averages_[i];
    const at::Tensor& tensor = place->second;
    if (tensor.sizes() != own.sizes() || tensor.scalar_type() != own.scalar_type()) {
      throw CheckpointError(concat("weight average: expected ",
                                   printable(name),
                                   " as ",
                                   tensor_text(host_dtype(own.scalar_type()), own.sizes()),
                                   ", found ",
                                   tensor_text(host_dtype(tensor.scalar_type()), tensor.sizes())));
    }
    found.push_back(tensor);
  }
  const at::NoGradGuard no_grad;
  for (std::size_t i = 0; i < found.size(); ++i) averages_[i].copy_(found[i]);
  updates_ = updates;
}

void Ema::swap() {
  for (std::size_t i = 0; i < network_.size(); ++i) {
    at::Tensor& tensor = network_[i].second;
    at::Tensor current = tensor.variable_data();
    tensor.set_data(averages_[i]);
    averages_[i] = std::move(current);
  }
  swapped_ = !swapped_;
}

}  // namespace trainer
