#include <bit>
#include <set>

#include <trainer/error.h>

#include "base/text.h"
#include "weights/pickle_writer.h"
#include "weights/pt_file.h"
#include "weights/zip_writer.h"

namespace trainer {
namespace {

static_assert(std::endian::native == std::endian::little,
              "tensor bytes are written as they lie in memory");

void check_name(const std::string& name) {
  const bool fine = !name.empty() && name != "." && name != ".." && name.size() < 1024 &&
                    name.find_first_of("/\\") == std::string::npos;
  if (!fine) {
    throw CheckpointError(
        concat("expected a name for a record of a .pt file, found \"", printable(name), "\""));
  }
}

/// 40 digits that change with the content, as torch.save writes them.
std::string serialization_id(const std::string& pickle, const ZipWriter& zip) {
  std::string all = sha256(pickle);
  for (const std::uint32_t sum : zip.checksums()) all += concat(" ", sum);
  const std::string hash = sha256(all);
  std::string digits;
  for (std::size_t i = 0; i < 40; ++i) {
    const char c = hash[i];
    digits += static_cast<char>('0' + (c <= '9' ? c - '0' : c - 'a' + 10) % 10);
  }
  return digits;
}

}  // namespace

std::string write_pt(const Value& root, const PtOptions& options) {
  check_name(options.name);
  PickleWriter pickler;
  const std::string pickle = pickler.write(root);
  std::size_t size = pickle.size() + 4096;
  for (const HostTensor& storage : pickler.storages()) size += storage.size_bytes() + 512;
  for (const auto& [name, content] : options.extra) size += content.size() + 512;

  ZipWriter zip(size);
  const std::string folder = options.name + "/";
  zip.add(folder + "data.pkl", pickle);
  zip.add(folder + ".format_version", "1");
  zip.add(folder + ".storage_alignment", "64");
  zip.add(folder + "byteorder", "little");
  std::size_t number = 0;
  for (const HostTensor& storage : pickler.storages()) {
    const auto bytes = storage.bytes();
    zip.add(concat(folder, "data/", number++),
            {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  zip.add(folder + "version", "3\n");
  for (const auto& [name, content] : options.extra) {
    check_name(name);
    zip.add(folder + name, content);
  }
  zip.add(folder + ".data/serialization_id", serialization_id(pickle, zip));
  return zip.finish();
}

Value state_dict_value(const HostTensors& tensors) {
  constexpr std::string_view kCounter = "num_batches_tracked";
  OrderedDict state;
  Dict metadata;
  std::set<std::string> seen;
  const auto add_module = [&](const std::string& path) {
    if (seen.insert(path).second) metadata.emplace_back(path, Dict{{"version", 1}});
  };
  std::set<std::string> batch_norms;
  for (const auto& [name, tensor] : tensors) {
    add_module("");
    for (std::size_t dot = name.find('.'); dot != std::string::npos;
         dot = name.find('.', dot + 1)) {
      add_module(name.substr(0, dot));
    }
    const std::size_t last = name.rfind('.');
    const std::string_view leaf =
        std::string_view(name).substr(last == std::string::npos ? 0 : last + 1);
    if (leaf == kCounter) batch_norms.insert(last == std::string::npos ? "" : name.substr(0, last));
    state.items.emplace_back(name, tensor);
  }
  for (auto& [path, entry] : metadata) {
    if (batch_norms.count(std::get<std::string>(path.data)) > 0) {
      entry = Dict{{"version", 2}};
    }
  }
  state.attributes.emplace_back("_metadata", OrderedDict{std::move(metadata), {}});
  return state;
}

HostTensors state_dict_tensors(const Value& value, const std::string& file) {
  const std::string where = printable(file);
  if (!value.is_dict()) {
    throw CheckpointError(
        concat(where, ": expected a state_dict (names and tensors), found a ", value.type_name()),
        file);
  }
  HostTensors tensors;
  std::set<std::string_view> seen;
  for (const auto& [key, item] : value.as_dict(where)) {
    const auto* name = std::get_if<std::string>(&key.data);
    if (name == nullptr || !item.is_tensor()) {
      const std::string what =
          name == nullptr ? std::string("a key of type ") + key.type_name()
                          : concat("a ", item.type_name(), " under \"", printable(*name), "\"");
      throw CheckpointError(
          concat(where, ": expected a state_dict (names and tensors), found ", what), file);
    }
    if (!seen.insert(*name).second) {
      throw CheckpointError(concat(where, ": the tensor \"", printable(*name), "\" is there twice"),
                            file);
    }
    tensors.emplace_back(*name, std::get<HostTensor>(item.data));
  }
  return tensors;
}

}  // namespace trainer
