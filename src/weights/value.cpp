#include "weights/value.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {
namespace {

bool has_children(const Value& value) {
  return std::holds_alternative<List>(value.data) || std::holds_alternative<Tuple>(value.data) ||
         value.is_dict();
}

void take(Value& child, std::vector<Value>& work) {
  if (has_children(child)) work.push_back(std::move(child));
}

void take_dict(Dict& dict, std::vector<Value>& work) {
  for (auto& [key, item] : dict) {
    take(key, work);
    take(item, work);
  }
}

/// Moves nested children out of `value`, unless somebody else holds them too.
void take_children(Value& value, std::vector<Value>& work) {
  if (auto* list = std::get_if<List>(&value.data)) {
    for (Value& item : *list) take(item, work);
  } else if (auto* tuple = std::get_if<Tuple>(&value.data)) {
    for (Value& item : tuple->items) take(item, work);
  } else if (auto* dict = std::get_if<std::shared_ptr<Dict>>(&value.data)) {
    if (*dict && dict->use_count() == 1) take_dict(**dict, work);
  } else if (auto* ordered = std::get_if<std::shared_ptr<OrderedDict>>(&value.data)) {
    if (*ordered && ordered->use_count() == 1) {
      take_dict((*ordered)->items, work);
      take_dict((*ordered)->attributes, work);
    }
  }
}

[[noreturn]] void wrong_type(std::string_view where, const char* expected, const Value& found) {
  throw CheckpointError(
      concat(printable(where), ": expected ", expected, ", found ", found.type_name()));
}

const Dict* items_of(const Value& value) {
  if (const auto* dict = std::get_if<std::shared_ptr<Dict>>(&value.data)) return dict->get();
  if (const auto* ordered = std::get_if<std::shared_ptr<OrderedDict>>(&value.data)) {
    return *ordered ? &(*ordered)->items : nullptr;
  }
  return nullptr;
}

bool same_tensor(const HostTensor& a, const HostTensor& b) {
  const auto x = a.bytes();
  const auto y = b.bytes();
  return a.dtype == b.dtype && a.shape == b.shape && std::ranges::equal(x, y);
}

}  // namespace

std::size_t item_size(DType type) {
  switch (type) {
    case DType::float64:
    case DType::int64:
      return 8;
    case DType::float32:
    case DType::int32:
      return 4;
    case DType::float16:
    case DType::bfloat16:
    case DType::int16:
      return 2;
    case DType::int8:
    case DType::uint8:
    case DType::boolean:
      return 1;
  }
  return 0;
}

const char* dtype_name(DType type) {
  switch (type) {
    case DType::float32:
      return "float32";
    case DType::float64:
      return "float64";
    case DType::float16:
      return "float16";
    case DType::bfloat16:
      return "bfloat16";
    case DType::int64:
      return "int64";
    case DType::int32:
      return "int32";
    case DType::int16:
      return "int16";
    case DType::int8:
      return "int8";
    case DType::uint8:
      return "uint8";
    case DType::boolean:
      return "bool";
  }
  return "";
}

std::int64_t HostTensor::numel() const {
  std::int64_t count = 1;
  for (const std::int64_t size : shape) count *= size;
  return count;
}

std::size_t HostTensor::size_bytes() const {
  return static_cast<std::size_t>(numel()) * item_size(dtype);
}

HostTensor make_host_tensor(DType dtype,
                            std::vector<std::int64_t> shape,
                            std::span<const std::byte> bytes) {
  HostTensor tensor{dtype, std::move(shape), nullptr};
  if (tensor.size_bytes() != bytes.size()) {
    throw CheckpointError(concat("a tensor ",
                                 tensor_text(tensor),
                                 " takes ",
                                 tensor.size_bytes(),
                                 " bytes, found ",
                                 bytes.size()));
  }
  if (!bytes.empty()) {
    constexpr auto kAlignment = std::align_val_t{64};
    auto* memory = static_cast<std::byte*>(::operator new(bytes.size(), kAlignment));
    std::memcpy(memory, bytes.data(), bytes.size());
    tensor.data = std::shared_ptr<const std::byte>(memory, [](const std::byte* p) {
      ::operator delete (const_cast<std::byte*>(p), std::align_val_t{64});
    });
  }
  return tensor;
}

std::string tensor_text(DType dtype, std::span<const std::int64_t> shape) {
  std::vector<std::string> sizes;
  for (const std::int64_t size : shape) sizes.push_back(concat(size));
  return concat(dtype_name(dtype), "[", join(sizes, ", "), "]");
}

std::string tensor_text(const HostTensor& tensor) {
  return tensor_text(tensor.dtype, tensor.shape);
}

Value::Value(List v) : data(std::move(v)) {}
Value::Value(Tuple v) : data(std::move(v)) {}
Value::Value(Dict v) : data(std::make_shared<Dict>(std::move(v))) {}
Value::Value(OrderedDict v) : data(std::make_shared<OrderedDict>(std::move(v))) {}
Value::Value(const Value&) = default;
Value::Value(Value&&) noexcept = default;
Value& Value::operator=(const Value&) = default;

Value& Value::operator=(Value&& other) noexcept {
  // The old content leaves through the destructor, which does not recurse.
  if (this != &other) {
    Value old(std::move(*this));
    data = std::move(other.data);
  }
  return *this;
}

Value::~Value() {
  if (!has_children(*this)) return;
  std::vector<Value> work;
  take_children(*this, work);
  while (!work.empty()) {
    Value value = std::move(work.back());
    work.pop_back();
    take_children(value, work);
  }
}

bool Value::is_dict() const {
  return std::holds_alternative<std::shared_ptr<Dict>>(data) ||
         std::holds_alternative<std::shared_ptr<OrderedDict>>(data);
}

const Value* Value::find(std::string_view key) const {
  const Dict* items = items_of(*this);
  if (items == nullptr) return nullptr;
  for (const auto& [name, item] : *items) {
    const auto* text = std::get_if<std::string>(&name.data);
    if (text != nullptr && *text == key) return &item;
  }
  return nullptr;
}

Value* Value::find(std::string_view key) {
  return const_cast<Value*>(std::as_const(*this).find(key));
}

const Value* Value::find(std::int64_t key) const {
  const Dict* items = items_of(*this);
  if (items == nullptr) return nullptr;
  for (const auto& [name, item] : *items) {
    const auto* number = std::get_if<std::int64_t>(&name.data);
    if (number != nullptr && *number == key) return &item;
  }
  return nullptr;
}

const Value& Value::at(std::string_view key, std::string_view where) const {
  if (!is_dict()) wrong_type(where, "a dict", *this);
  const Value* value = find(key);
  if (value != nullptr) return *value;
  throw CheckpointError(concat(printable(where),
                               ": expected the key \"",
                               printable(key),
                               "\", which is not there; is the file of another version?"));
}

bool Value::as_bool(std::string_view where) const {
  if (const auto* v = std::get_if<bool>(&data)) return *v;
  wrong_type(where, "a bool", *this);
}

std::int64_t Value::as_int(std::string_view where) const {
  if (const auto* v = std::get_if<std::int64_t>(&data)) return *v;
  wrong_type(where, "an int", *this);
}

double Value::as_double(std::string_view where) const {
  if (const auto* v = std::get_if<double>(&data)) return *v;
  if (const auto* v = std::get_if<std::int64_t>(&data)) return static_cast<double>(*v);
  wrong_type(where, "a float", *this);
}

const std::string& Value::as_string(std::string_view where) const {
  if (const auto* v = std::get_if<std::string>(&data)) return *v;
  wrong_type(where, "a str", *this);
}

const HostTensor& Value::as_tensor(std::string_view where) const {
  if (const auto* v = std::get_if<HostTensor>(&data)) return *v;
  wrong_type(where, "a Tensor", *this);
}

const List& Value::as_list(std::string_view where) const {
  if (const auto* v = std::get_if<List>(&data)) return *v;
  wrong_type(where, "a list", *this);
}

const std::vector<Value>& Value::as_tuple(std::string_view where) const {
  if (const auto* v = std::get_if<Tuple>(&data)) return v->items;
  wrong_type(where, "a tuple", *this);
}

const Dict& Value::as_dict(std::string_view where) const {
  const Dict* items = items_of(*this);
  if (items == nullptr) wrong_type(where, "a dict", *this);
  return *items;
}

const char* Value::type_name() const {
  static constexpr const char* kNames[] = {
      "NoneType", "bool", "int", "float", "str", "Tensor", "list", "tuple", "dict", "OrderedDict"};
  return kNames[data.index()];
}

bool operator==(const Value& a, const Value& b) {
  if (a.data.index() != b.data.index()) return false;
  return std::visit(
      [&b](const auto& x) {
        using T = std::decay_t<decltype(x)>;
        const T& y = std::get<T>(b.data);
        if constexpr (std::is_same_v<T, HostTensor>) {
          return same_tensor(x, y);
        } else if constexpr (std::is_same_v<T, double>) {
          return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
        } else if constexpr (std::is_same_v<T, Tuple>) {
          return x.items == y.items;
        } else if constexpr (std::is_same_v<T, std::shared_ptr<Dict>>) {
          return *x == *y;
        } else if constexpr (std::is_same_v<T, std::shared_ptr<OrderedDict>>) {
          return x->items == y->items && x->attributes == y->attributes;
        } else {
          return x == y;
        }
      },
      a.data);
}

}  // namespace trainer
