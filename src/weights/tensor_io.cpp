#include "weights/tensor_io.h"

#include <cstring>

#include <torch/types.h>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {

at::ScalarType scalar_type(DType type) {
  switch (type) {
    case DType::float32:
      return at::kFloat;
    case DType::float64:
      return at::kDouble;
    case DType::float16:
      return at::kHalf;
    case DType::bfloat16:
      return at::kBFloat16;
    case DType::int64:
      return at::kLong;
    case DType::int32:
      return at::kInt;
    case DType::int16:
      return at::kShort;
    case DType::int8:
      return at::kChar;
    case DType::uint8:
      return at::kByte;
    case DType::boolean:
      return at::kBool;
  }
  return at::kFloat;
}

DType host_dtype(at::ScalarType type) {
  switch (type) {
    case at::kFloat:
      return DType::float32;
    case at::kDouble:
      return DType::float64;
    case at::kHalf:
      return DType::float16;
    case at::kBFloat16:
      return DType::bfloat16;
    case at::kLong:
      return DType::int64;
    case at::kInt:
      return DType::int32;
    case at::kShort:
      return DType::int16;
    case at::kChar:
      return DType::int8;
    case at::kByte:
      return DType::uint8;
    case at::kBool:
      return DType::boolean;
    default:
      throw CheckpointError(concat("tensors of type ",
                                   c10::toString(type),
                                   " cannot be saved; convert it to a plain number type first"));
  }
}

HostTensor to_host(const at::Tensor& tensor) {
  HostTensor host;
  host.dtype = host_dtype(tensor.scalar_type());
  host.shape = tensor.sizes().vec();
  if (tensor.numel() == 0) return host;
  // resolve_*: a conjugate or negative view holds other bytes than its values.
  auto kept = std::make_shared<at::Tensor>(
      tensor.detach().resolve_conj().resolve_neg().to(at::kCPU).contiguous());
  const auto* bytes = static_cast<const std::byte*>(kept->const_data_ptr());
  host.data = std::shared_ptr<const std::byte>(std::move(kept), bytes);
  return host;
}

at::Tensor from_host(const HostTensor& tensor) {
  at::Tensor copy = at::empty(tensor.shape, at::TensorOptions(scalar_type(tensor.dtype)));
  const auto bytes = tensor.bytes();
  if (!bytes.empty()) std::memcpy(copy.mutable_data_ptr(), bytes.data(), bytes.size());
  return copy;
}

}  // namespace trainer
