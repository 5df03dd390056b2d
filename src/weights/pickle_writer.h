#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "weights/value.h"

namespace trainer {

/// Turns a value into a pickle of protocol 2 as torch.save writes it. Tensors refer to records
/// `0`, `1`, … : their bytes are in `storages()`, in that order, one for each piece of memory.
class PickleWriter {
 public:
  std::string write(const Value& root);
  const std::vector<HostTensor>& storages() const { return storages_; }

 private:
  void value(const Value& v);
  void integer(std::int64_t v);
  void real(double v);
  void text(const std::string& v);
  void tuple(const std::vector<Value>& items);
  void sizes(const std::vector<std::int64_t>& values);
  void list(const List& items);
  void dict(const Dict& items);
  void dict_items(const Dict& items);
  void ordered_dict(const OrderedDict& v);
  void tensor(const HostTensor& v);
  void global(const char* module, const char* name);
  void tuple_end(std::size_t count);
  void tuple_start(std::size_t count);
  std::size_t storage_of(const HostTensor& v);

  std::string out_;
  std::vector<HostTensor> storages_;
  using StorageKey = std::pair<const std::byte*, std::pair<std::size_t, DType>>;
  std::map<StorageKey, std::size_t> known_;
};

}  // namespace trainer
