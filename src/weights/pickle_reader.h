#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "weights/value.h"

namespace trainer {

/// Reads the pickles that PickleWriter makes, and executes nothing: a stack machine for its opcodes
/// alone. Its memory is bounded by the size of the pickle; nesting by kMaxDepth.
class PickleReader {
 public:
  static constexpr std::size_t kMaxBytes = std::size_t{64} << 20;
  static constexpr std::size_t kMaxOpcodes = 1'000'000;
  static constexpr int kMaxDepth = 64;

  /// The flat tensor of the record `key`, which must hold `numel` items of `dtype`.
  using LoadStorage =
      std::function<HostTensor(const std::string& key, DType dtype, std::int64_t numel)>;

  PickleReader(std::string_view pickle, std::string file, LoadStorage load_storage);
  Value read();

 private:
  struct Item;
  struct Mark {};
  struct Global {
    std::string name;  ///< "module name"
  };
  struct Storage {
    HostTensor flat;
  };
  /// A tuple with a name or a record in it: the arguments of a record or a tensor.
  struct Arguments {
    std::vector<Item> items;
  };
  struct Item {
    std::variant<Value, Mark, Global, Storage, Arguments> what;
    int depth = 0;  ///< of the nesting below it
  };

  [[noreturn]] void fail(std::string_view what) const;
  std::string_view take(std::size_t count);
  std::uint64_t number(int bytes);
  std::string_view line();
  void execute(unsigned char opcode);
  void execute_number(unsigned char opcode);
  void execute_container(unsigned char opcode);
  void execute_memo(unsigned char opcode);
  void push(Value value, int depth = 0);
  Item pop();
  Value pop_value();
  Item& top();
  std::vector<Item> pop_to_mark();
  void push_tuple(std::vector<Item> items);
  void append(std::vector<Item> items);
  void set_items(std::vector<Item> items);
  void reduce();
  void build();
  void persistent_id();
  Value value_of(Item& item) const;
  void deepen(Item& container, int depth) const;
  Item copy_of(const Item& item);

  std::string_view pickle_;
  std::string file_;
  LoadStorage load_storage_;
  std::size_t at_ = 0;
  std::size_t copied_ = 0;  ///< bytes that the memo made more of
  std::vector<Item> stack_;
  std::map<std::uint64_t, Item> memo_;
};

}  // namespace trainer
