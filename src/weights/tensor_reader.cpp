#include "weights/tensor_reader.h"

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {
namespace {

constexpr std::size_t kMaxDimensions = 64;

[[noreturn]] void fail(const std::string& file, std::string_view what) {
  throw CheckpointError(
      concat(
          printable(file), ": ", what, "; the file is damaged or was not written by this program"),
      file);
}

std::vector<std::int64_t> sizes_of(const Value& value, const std::string& file) {
  std::vector<std::int64_t> sizes;
  for (const Value& size : value.as_tuple(file)) {
    sizes.push_back(size.as_int(file));
    if (sizes.back() < 0) fail(file, "a tensor has a negative size or stride");
  }
  return sizes;
}

}  // namespace

HostTensor rebuild_tensor(const HostTensor& flat,
                          const std::vector<Value>& arguments,
                          const std::string& file) {
  if (arguments.size() != 5 || !arguments[4].is_dict()) fail(file, "a tensor is described wrongly");
  const std::int64_t offset = arguments[0].as_int(file);
  const std::vector<std::int64_t> shape = sizes_of(arguments[1], file);
  const std::vector<std::int64_t> strides = sizes_of(arguments[2], file);
  arguments[3].as_bool(file);
  if (shape.size() != strides.size() || shape.size() > kMaxDimensions) {
    fail(file, "a tensor is described wrongly");
  }
  const std::int64_t available = flat.shape.at(0);
  std::int64_t numel = 1;
  bool empty = false;
  for (const std::int64_t size : shape) empty = empty || size == 0;
  for (std::size_t i = shape.size(); i-- > 0 && !empty;) {
    if (shape[i] != 1 && strides[i] != numel) fail(file, "a tensor is not contiguous");
    if (numel > available / shape[i]) fail(file, "a tensor is larger than its record");
    numel *= shape[i];
  }
  if (empty) numel = 0;
  if (offset < 0 || offset > available || numel > available - offset) {
    fail(file, "a tensor is larger than its record");
  }
  HostTensor tensor{flat.dtype, shape, nullptr};
  if (numel > 0) {
    const std::size_t start = static_cast<std::size_t>(offset) * item_size(flat.dtype);
    tensor.data = std::shared_ptr<const std::byte>(flat.data, flat.data.get() + start);
  }
  return tensor;
}

}  // namespace trainer
