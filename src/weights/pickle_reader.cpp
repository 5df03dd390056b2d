#include "weights/pickle_reader.h"

#include <algorithm>
#include <bit>

#include <trainer/error.h>

#include "base/text.h"
#include "weights/pickle_format.h"
#include "weights/tensor_reader.h"

namespace trainer {
namespace {

using namespace pickle;

constexpr std::string_view kOrderedDict = "collections OrderedDict";
constexpr std::string_view kRebuildTensor = "torch._utils _rebuild_tensor_v2";

constexpr DType kTypes[] = {DType::float32,
                            DType::float64,
                            DType::float16,
                            DType::bfloat16,
                            DType::int64,
                            DType::int32,
                            DType::int16,
                            DType::int8,
                            DType::uint8,
                            DType::boolean};

const DType* type_of_storage(const std::string& global) {
  for (const DType& type : kTypes) {
    if (global == concat("torch ", storage_name(type))) return &type;
  }
  return nullptr;
}

const std::string* text_in(const Value& value) {
  return std::get_if<std::string>(&value.data);
}

}  // namespace

PickleReader::PickleReader(std::string_view pickle, std::string file, LoadStorage load_storage)
    : pickle_(pickle), file_(std::move(file)), load_storage_(std::move(load_storage)) {
  if (pickle_.size() > kMaxBytes) {
    fail(concat("its description takes ", pickle_.size(), " bytes, more than ", kMaxBytes));
  }
}

void PickleReader::fail(std::string_view what) const {
  throw CheckpointError(concat(printable(file_),
                               ": ",
                               what,
                               " (byte ",
                               at_,
                               " of data.pkl); the file is damaged or was not written by this "
                               "program"),
                        file_);
}

Value PickleReader::read() {
  if (number(1) != kProto || number(1) != 2) fail("it is no pickle of protocol 2");
  for (std::size_t count = 0; count < kMaxOpcodes; ++count) {
    const auto opcode = static_cast<unsigned char>(number(1));
    if (opcode != kStop) {
      execute(opcode);
      continue;
    }
    if (at_ != pickle_.size()) fail("there is more after the end of the pickle");
    Value root = pop_value();
    if (!stack_.empty()) fail("the pickle leaves more than one value");
    return root;
  }
  fail("it has too many values");
}

std::string_view PickleReader::take(std::size_t count) {
  if (pickle_.size() - at_ < count) fail("the pickle ends too early");
  const std::string_view bytes = pickle_.substr(at_, count);
  at_ += count;
  return bytes;
}

std::uint64_t PickleReader::number(int bytes) {
  std::uint64_t value = 0;
  int shift = 0;
  for (const char c : take(static_cast<std::size_t>(bytes))) {
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(c)) << shift;
    shift += 8;
  }
  return value;
}

std::string_view PickleReader::line() {
  const std::size_t end = pickle_.substr(at_, 256).find('\n');
  if (end == std::string_view::npos) fail("a name has no end");
  const std::string_view text = take(end);
  take(1);
  return text;
}

void PickleReader::execute(unsigned char opcode) {
  switch (opcode) {
    case kNone:
      return push(None{});
    case kNewTrue:
      return push(true);
    case kNewFalse:
      return push(false);
    case kBinInt:
    case kBinInt1:
    case kBinInt2:
    case kLong1:
    case kBinFloat:
      return execute_number(opcode);
    case kBinUnicode:
      return push(take(static_cast<std::size_t>(number(4))));
    case kGlobal: {
      std::string name(line());
      name += ' ';
      name += line();
      const bool known =
          name == kOrderedDict || name == kRebuildTensor || type_of_storage(name) != nullptr;
      if (!known) fail(concat("it refers to ", printable(name), ", which is never called"));
      stack_.push_back({Global{std::move(name)}});
      return;
    }
    case kMark:
      stack_.push_back({Mark{}});
      return;
    case kReduce:
      return reduce();
    case kBuild:
      return build();
    case kBinPersId:
      return persistent_id();
    case kBinPut:
    case kLongBinPut:
    case kBinGet:
    case kLongBinGet:
      return execute_memo(opcode);
    default:
      return execute_container(opcode);
  }
}

void PickleReader::execute_number(unsigned char opcode) {
  switch (opcode) {
    case kBinInt1:
      return push(static_cast<std::int64_t>(number(1)));
    case kBinInt2:
      return push(static_cast<std::int64_t>(number(2)));
    case kBinInt:
      return push(static_cast<std::int32_t>(static_cast<std::uint32_t>(number(4))));
    case kLong1: {
      const auto size = static_cast<int>(number(1));
      if (size > 8) fail("a number has more than 64 bits");
      if (size == 0) return push(0);
      const int unused = 64 - 8 * size;
      return push(static_cast<std::int64_t>(number(size) << unused) >> unused);
    }
    default: {
      std::uint64_t bits = 0;
      for (const char c : take(8)) bits = bits << 8 | static_cast<unsigned char>(c);
      return push(std::bit_cast<double>(bits));
    }
  }
}

void PickleReader::execute_container(unsigned char opcode) {
  const auto last = [this](std::size_t count) {
    std::vector<Item> items(count);
    for (std::size_t i = count; i-- > 0;) items[i] = pop();
    return items;
  };
  switch (opcode) {
    case kEmptyTuple:
      return push_tuple({});
    case kTuple1:
      return push_tuple(last(1));
    case kTuple2:
      return push_tuple(last(2));
    case kTuple3:
      return push_tuple(last(3));
    case kTuple:
      return push_tuple(pop_to_mark());
    case kEmptyList:
      return push(List{});
    case kAppend:
      return append(last(1));
    case kAppends:
      return append(pop_to_mark());
    case kEmptyDict:
      return push(Dict{});
    case kSetItem:
      return set_items(last(2));
    case kSetItems:
      return set_items(pop_to_mark());
    default:
      fail(concat("the pickle has the unknown opcode ", static_cast<int>(opcode)));
  }
}

void PickleReader::execute_memo(unsigned char opcode) {
  const std::uint64_t index = number(opcode == kBinPut || opcode == kBinGet ? 1 : 4);
  if (opcode == kBinPut || opcode == kLongBinPut) {
    memo_.insert_or_assign(index, copy_of(top()));
    return;
  }
  const auto known = memo_.find(index);
  if (known == memo_.end()) fail("the pickle refers to a value that is not there");
  if (std::holds_alternative<Mark>(known->second.what)) {
    fail("the pickle uses one list, tuple or dict twice");
  }
  stack_.push_back(copy_of(known->second));
}

PickleReader::Item PickleReader::copy_of(const Item& item) {
  if (const auto* global = std::get_if<Global>(&item.what)) return {*global};
  const auto* value = std::get_if<Value>(&item.what);
  const auto* tensor = value ? std::get_if<HostTensor>(&value->data) : nullptr;
  const bool holds_others = value == nullptr || value->is_dict() ||
                            std::holds_alternative<List>(value->data) ||
                            std::holds_alternative<Tuple>(value->data);
  // Shared containers could hold themselves, or double with every level.
  if (holds_others) return {Mark{}};
  if (const std::string* text = text_in(*value)) copied_ += text->size();
  if (tensor != nullptr) copied_ += tensor->shape.size() * sizeof(std::int64_t);
  if (copied_ > kMaxBytes) fail("the pickle repeats its values too often");
  return {*value};
}

void PickleReader::push(Value value, int depth) {
  stack_.push_back({std::move(value), depth});
}

PickleReader::Item PickleReader::pop() {
  if (stack_.empty()) fail("the pickle takes a value that is not there");
  Item item = std::move(stack_.back());
  stack_.pop_back();
  return item;
}

PickleReader::Item& PickleReader::top() {
  if (stack_.empty()) fail("the pickle takes a value that is not there");
  return stack_.back();
}

Value PickleReader::value_of(Item& item) const {
  auto* value = std::get_if<Value>(&item.what);
  if (value == nullptr) fail("the pickle has a mark, a name or a record where a value is due");
  return std::move(*value);
}

Value PickleReader::pop_value() {
  Item item = pop();
  return value_of(item);
}

std::vector<PickleReader::Item> PickleReader::pop_to_mark() {
  const auto is_mark = [](const Item& item) { return std::holds_alternative<Mark>(item.what); };
  const auto mark = std::find_if(stack_.rbegin(), stack_.rend(), is_mark);
  if (mark == stack_.rend()) fail("the pickle takes a mark that is not there");
  std::vector<Item> items(std::make_move_iterator(mark.base()),
                          std::make_move_iterator(stack_.end()));
  stack_.erase(mark.base() - 1, stack_.end());
  return items;
}

void PickleReader::deepen(Item& container, int depth) const {
  container.depth = std::max(container.depth, depth + 1);
  if (container.depth > kMaxDepth) fail(concat("values are nested deeper than ", kMaxDepth));
}

void PickleReader::push_tuple(std::vector<Item> items) {
  const auto is_value = [](const Item& item) { return std::holds_alternative<Value>(item.what); };
  if (!std::ranges::all_of(items, is_value)) {
    for (const Item& item : items) {
      if (std::holds_alternative<Arguments>(item.what)) fail("the pickle nests its arguments");
    }
    stack_.push_back({Arguments{std::move(items)}});
    return;
  }
  Item result;
  Tuple tuple;
  tuple.items.reserve(items.size());
  for (Item& item : items) {
    deepen(result, item.depth);
    tuple.items.push_back(value_of(item));
  }
  result.what = Value(std::move(tuple));
  stack_.push_back(std::move(result));
}

void PickleReader::append(std::vector<Item> items) {
  auto* value = std::get_if<Value>(&top().what);
  auto* list = value ? std::get_if<List>(&value->data) : nullptr;
  if (list == nullptr) fail("the pickle appends to what is no list");
  for (Item& item : items) {
    deepen(stack_.back(), item.depth);
    list->push_back(value_of(item));
  }
}

void PickleReader::set_items(std::vector<Item> items) {
  auto* value = std::get_if<Value>(&top().what);
  Dict* dict = nullptr;
  if (value != nullptr) {
    if (auto* plain = std::get_if<std::shared_ptr<Dict>>(&value->data)) dict = plain->get();
    if (auto* ordered = std::get_if<std::shared_ptr<OrderedDict>>(&value->data)) {
      dict = &(*ordered)->items;
    }
  }
  if (dict == nullptr || items.size() % 2 != 0) fail("the pickle sets items of what is no dict");
  for (std::size_t i = 0; i < items.size(); i += 2) {
    deepen(stack_.back(), std::max(items[i].depth, items[i + 1].depth));
    Value key = value_of(items[i]);
    if (text_in(key) == nullptr && !std::holds_alternative<std::int64_t>(key.data)) {
      fail(concat("a dict has a key of type ", key.type_name()));
    }
    dict->emplace_back(std::move(key), value_of(items[i + 1]));
  }
}

void PickleReader::reduce() {
  Item arguments = pop();
  const Item callee = pop();
  const auto* global = std::get_if<Global>(&callee.what);
  if (global == nullptr) fail("the pickle calls what is no name");
  if (global->name == kOrderedDict) {
    const auto* none = std::get_if<Value>(&arguments.what);
    const auto* tuple = none ? std::get_if<Tuple>(&none->data) : nullptr;
    if (tuple == nullptr || !tuple->items.empty()) fail("an OrderedDict is made wrongly");
    return push(OrderedDict{});
  }
  auto* mixed = std::get_if<Arguments>(&arguments.what);
  const auto* storage =
      mixed && !mixed->items.empty() ? std::get_if<Storage>(&mixed->items[0].what) : nullptr;
  if (global->name != kRebuildTensor || storage == nullptr) fail("a tensor is described wrongly");
  std::vector<Value> rest;
  for (std::size_t i = 1; i < mixed->items.size(); ++i) rest.push_back(value_of(mixed->items[i]));
  push(rebuild_tensor(storage->flat, rest, file_));
}

void PickleReader::build() {
  Item state = pop();
  Value attributes = value_of(state);
  auto* value = std::get_if<Value>(&top().what);
  auto* ordered = value ? std::get_if<std::shared_ptr<OrderedDict>>(&value->data) : nullptr;
  auto* dict = std::get_if<std::shared_ptr<Dict>>(&attributes.data);
  if (ordered == nullptr || dict == nullptr) {
    fail("the pickle sets attributes of what has none");
  }
  deepen(stack_.back(), state.depth);
  (*ordered)->attributes = std::move(**dict);
}

void PickleReader::persistent_id() {
  Item id = pop();
  auto* mixed = std::get_if<Arguments>(&id.what);
  if (mixed == nullptr || mixed->items.size() != 5) fail("a record is described wrongly");
  const auto* global = std::get_if<Global>(&mixed->items[1].what);
  const DType* type = global ? type_of_storage(global->name) : nullptr;
  if (type == nullptr) fail("a record is described wrongly");
  const Value kind = value_of(mixed->items[0]);
  const Value key = value_of(mixed->items[2]);
  const Value location = value_of(mixed->items[3]);
  const Value numel = value_of(mixed->items[4]);
  if (kind != Value("storage") || location != Value("cpu")) fail("a record is described wrongly");
  stack_.push_back({Storage{load_storage_(key.as_string(file_), *type, numel.as_int(file_))}});
}

}  // namespace trainer
