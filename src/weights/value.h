#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace trainer {

enum class DType { float32, float64, float16, bfloat16, int64, int32, int16, int8, uint8, boolean };
std::size_t item_size(DType type);
const char* dtype_name(DType type);  ///< "float32"

/// A contiguous tensor as bytes, free of LibTorch; little-endian, C order. `bytes` is shared, so
/// copies are cheap; it may point into a mapped file.
struct HostTensor {
  DType dtype = DType::float32;
  std::vector<std::int64_t> shape;
  std::shared_ptr<const std::byte> data;  ///< aliasing pointer; null only for empty tensors
  std::size_t size_bytes() const;
  std::int64_t numel() const;
};

/// A Python value as `.pt` files hold them. Dictionaries keep their order.
struct Value;
struct None { bool operator==(const None&) const = default; };
using List = std::vector<Value>;
struct Tuple { std::vector<Value> items; };
using Dict = std::vector<std::pair<Value, Value>>;
struct Value {
  std::variant<None, bool, std::int64_t, double, std::string, HostTensor, List, Tuple,
               std::shared_ptr<Dict>> data;
  // constructors and helpers (find by key, typed access with CheckpointError) follow
};

}  // namespace trainer
