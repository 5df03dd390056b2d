#include "weights/pickle_writer.h"

#include <bit>
#include <limits>

#include <trainer/error.h>

#include "base/text.h"
#include "weights/pickle_format.h"

namespace trainer {
namespace pickle {

const char* storage_name(DType type) {
  switch (type) {
    case DType::float32:
      return "FloatStorage";
    case DType::float64:
      return "DoubleStorage";
    case DType::float16:
      return "HalfStorage";
    case DType::bfloat16:
      return "BFloat16Storage";
    case DType::int64:
      return "LongStorage";
    case DType::int32:
      return "IntStorage";
    case DType::int16:
      return "ShortStorage";
    case DType::int8:
      return "CharStorage";
    case DType::uint8:
      return "ByteStorage";
    case DType::boolean:
      return "BoolStorage";
  }
  return "";
}

}  // namespace pickle

namespace {

using namespace pickle;

/// Python's pickler hands over dictionaries in pieces of this many items.
constexpr std::size_t kBatch = 1000;

void put(std::string& out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
}

void code(std::string& out, Opcode opcode) {
  out += static_cast<char>(opcode);
}

}  // namespace

std::string PickleWriter::write(const Value& root) {
  out_.clear();
  code(out_, kProto);
  out_ += '\x02';
  value(root);
  code(out_, kStop);
  return std::move(out_);
}

void PickleWriter::value(const Value& v) {
  std::visit(
      [this](const auto& x) {
        using T = std::decay_t<decltype(x)>;
        if constexpr (std::is_same_v<T, None>) {
          code(out_, kNone);
        } else if constexpr (std::is_same_v<T, bool>) {
          code(out_, x ? kNewTrue : kNewFalse);
        } else if constexpr (std::is_same_v<T, std::int64_t>) {
          integer(x);
        } else if constexpr (std::is_same_v<T, double>) {
          real(x);
        } else if constexpr (std::is_same_v<T, std::string>) {
          text(x);
        } else if constexpr (std::is_same_v<T, HostTensor>) {
          tensor(x);
        } else if constexpr (std::is_same_v<T, List>) {
          list(x);
        } else if constexpr (std::is_same_v<T, Tuple>) {
          tuple(x.items);
        } else if constexpr (std::is_same_v<T, std::shared_ptr<Dict>>) {
          dict(*x);
        } else {
          ordered_dict(*x);
        }
      },
      v.data);
}

void PickleWriter::integer(std::int64_t v) {
  if (v >= 0 && v < 0x100) {
    code(out_, kBinInt1);
    put(out_, static_cast<std::uint64_t>(v), 1);
  } else if (v >= 0 && v < 0x10000) {
    code(out_, kBinInt2);
    put(out_, static_cast<std::uint64_t>(v), 2);
  } else if (v >= std::numeric_limits<std::int32_t>::min() &&
             v <= std::numeric_limits<std::int32_t>::max()) {
    code(out_, kBinInt);
    put(out_, static_cast<std::uint64_t>(v), 4);
  } else {
    code(out_, kLong1);
    out_ += '\x08';
    put(out_, static_cast<std::uint64_t>(v), 8);
  }
}

void PickleWriter::real(double v) {
  code(out_, kBinFloat);
  const auto bits = std::bit_cast<std::uint64_t>(v);
  for (int i = 7; i >= 0; --i) out_ += static_cast<char>(bits >> (8 * i) & 0xFF);
}

void PickleWriter::text(const std::string& v) {
  if (v.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw CheckpointError(concat("a text of ", v.size(), " bytes is too long for a .pt file"));
  }
  code(out_, kBinUnicode);
  put(out_, v.size(), 4);
  out_ += v;
}

void PickleWriter::tuple_start(std::size_t count) {
  if (count > 3) code(out_, kMark);
}

void PickleWriter::tuple_end(std::size_t count) {
  static constexpr Opcode kEnds[] = {kEmptyTuple, kTuple1, kTuple2, kTuple3};
  code(out_, count > 3 ? kTuple : kEnds[count]);
}

void PickleWriter::tuple(const std::vector<Value>& items) {
  tuple_start(items.size());
  for (const Value& item : items) value(item);
  tuple_end(items.size());
}

void PickleWriter::sizes(const std::vector<std::int64_t>& values) {
  tuple_start(values.size());
  for (const std::int64_t v : values) integer(v);
  tuple_end(values.size());
}

void PickleWriter::list(const List& items) {
  code(out_, kEmptyList);
  for (std::size_t i = 0; i < items.size();) {
    const std::size_t end = std::min(items.size(), i + kBatch);
    code(out_, kMark);
    for (; i < end; ++i) value(items[i]);
    code(out_, kAppends);
  }
}

void PickleWriter::dict_items(const Dict& items) {
  for (std::size_t i = 0; i < items.size();) {
    const std::size_t end = std::min(items.size(), i + kBatch);
    code(out_, kMark);
    for (; i < end; ++i) {
      value(items[i].first);
      value(items[i].second);
    }
    code(out_, kSetItems);
  }
}

void PickleWriter::dict(const Dict& items) {
  code(out_, kEmptyDict);
  dict_items(items);
}

void PickleWriter::ordered_dict(const OrderedDict& v) {
  global("collections", "OrderedDict");
  code(out_, kEmptyTuple);
  code(out_, kReduce);
  dict_items(v.items);
  if (!v.attributes.empty()) {
    dict(v.attributes);
    code(out_, kBuild);
  }
}

std::size_t PickleWriter::storage_of(const HostTensor& v) {
  const std::size_t next = storages_.size();
  if (v.size_bytes() > 0) {
    const StorageKey key{v.data.get(), {v.size_bytes(), v.dtype}};
    const auto [known, added] = known_.emplace(key, next);
    if (!added) return known->second;
  }
  storages_.push_back(v);
  return next;
}

void PickleWriter::tensor(const HostTensor& v) {
  if (v.size_bytes() > 0 && v.data == nullptr) {
    throw CheckpointError(concat("a tensor ", tensor_text(v), " has no data to write"));
  }
  std::vector<std::int64_t> strides(v.shape.size());
  std::int64_t stride = 1;
  for (std::size_t i = v.shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= std::max<std::int64_t>(v.shape[i], 1);
  }
  global("torch._utils", "_rebuild_tensor_v2");
  code(out_, kMark);
  code(out_, kMark);
  text("storage");
  global("torch", storage_name(v.dtype));
  text(concat(storage_of(v)));
  text("cpu");
  integer(v.numel());
  code(out_, kTuple);
  code(out_, kBinPersId);
  integer(0);
  sizes(v.shape);
  sizes(strides);
  code(out_, kNewFalse);
  global("collections", "OrderedDict");
  code(out_, kEmptyTuple);
  code(out_, kReduce);
  code(out_, kTuple);
  code(out_, kReduce);
}

void PickleWriter::global(const char* module, const char* name) {
  code(out_, kGlobal);
  out_ += module;
  out_ += '\n';
  out_ += name;
  out_ += '\n';
}

}  // namespace trainer
