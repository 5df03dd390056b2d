#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
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
  std::vector<std::int64_t> shape;        ///< empty: a 0-dim tensor of one element
  std::shared_ptr<const std::byte> data;  ///< aliasing pointer; null only for empty tensors
  std::size_t size_bytes() const;
  std::int64_t numel() const;
  std::span<const std::byte> bytes() const { return {data.get(), size_bytes()}; }
};

/// A tensor with an own copy of `bytes`. Throws CheckpointError when shape and size disagree.
HostTensor make_host_tensor(DType dtype,
                            std::vector<std::int64_t> shape,
                            std::span<const std::byte> bytes);
/// "float32[64, 3, 7, 7]", for messages.
std::string tensor_text(const HostTensor& tensor);
std::string tensor_text(DType dtype, std::span<const std::int64_t> shape);

/// A Python value as `.pt` files hold them. Dictionaries keep their order. Copies share their
/// dictionaries; building a value up and handing it on is the intended use.
struct Value;
struct None {
  bool operator==(const None&) const = default;
};
using List = std::vector<Value>;
struct Tuple {
  std::vector<Value> items;
};
using Dict = std::vector<std::pair<Value, Value>>;
/// collections.OrderedDict; `attributes` are Python's instance attributes, such as `_metadata`.
struct OrderedDict;
struct Value {
  std::variant<None,
               bool,
               std::int64_t,
               double,
               std::string,
               HostTensor,
               List,
               Tuple,
               std::shared_ptr<Dict>,
               std::shared_ptr<OrderedDict>>
      data;

  Value() = default;
  Value(None) {}                                 // NOLINT(google-explicit-constructor)
  Value(std::same_as<bool> auto v) : data(v) {}  // NOLINT(google-explicit-constructor)
  Value(std::integral auto v) requires(!std::same_as<decltype(v), bool>)
      : data(static_cast<std::int64_t>(v)) {}          // NOLINT(google-explicit-constructor)
  Value(double v) : data(v) {}                         // NOLINT(google-explicit-constructor)
  Value(const char* v) : data(std::string(v)) {}       // NOLINT(google-explicit-constructor)
  Value(std::string_view v) : data(std::string(v)) {}  // NOLINT(google-explicit-constructor)
  Value(std::string v) : data(std::move(v)) {}         // NOLINT(google-explicit-constructor)
  Value(HostTensor v) : data(std::move(v)) {}          // NOLINT(google-explicit-constructor)
  Value(List v);                                       // NOLINT(google-explicit-constructor)
  Value(Tuple v);                                      // NOLINT(google-explicit-constructor)
  Value(Dict v);                                       // NOLINT(google-explicit-constructor)
  Value(OrderedDict v);                                // NOLINT(google-explicit-constructor)
  Value(const Value&);
  Value(Value&&) noexcept;
  Value& operator=(const Value&);
  Value& operator=(Value&&) noexcept;
  /// Takes nested values apart without recursion: any depth is safe.
  ~Value();

  bool is_none() const { return std::holds_alternative<None>(data); }
  bool is_dict() const;  ///< a dict or an OrderedDict
  bool is_tensor() const { return std::holds_alternative<HostTensor>(data); }
  /// The value under a string key, or null when this is no dictionary or has no such key.
  const Value* find(std::string_view key) const;
  Value* find(std::string_view key);
  /// The value under an integer key (the parameter numbers of an optimizer's state), or null.
  const Value* find(std::int64_t key) const;
  /// The value under a string key. Throws CheckpointError naming `where` and the key.
  const Value& at(std::string_view key, std::string_view where) const;

  /// Typed access. Throws CheckpointError: "`where`: expected an int, found a str".
  bool as_bool(std::string_view where) const;
  std::int64_t as_int(std::string_view where) const;
  double as_double(std::string_view where) const;  ///< an int will do
  const std::string& as_string(std::string_view where) const;
  const HostTensor& as_tensor(std::string_view where) const;
  const List& as_list(std::string_view where) const;
  const std::vector<Value>& as_tuple(std::string_view where) const;
  const Dict& as_dict(std::string_view where) const;  ///< items of a dict or an OrderedDict

  const char* type_name() const;  ///< Python's: "NoneType", "int", "str", "Tensor", "OrderedDict"
};

struct OrderedDict {
  Dict items;
  Dict attributes;
};

/// Deep; tensors by dtype, shape and bytes (so NaN equals itself), floats by bits.
bool operator==(const Value& a, const Value& b);

}  // namespace trainer
