#include <cstring>
#include <limits>

#include <trainer/error.h>

#include "base/text.h"
#include "weights/pickle_reader.h"
#include "weights/pt_file.h"
#include "weights/zip_reader.h"

namespace trainer {
namespace {

constexpr std::uint64_t kMaxExtra = std::uint64_t{64} << 20;
constexpr std::string_view kPickle = "data.pkl";

[[noreturn]] void fail(const std::string& file, std::string_view what) {
  throw CheckpointError(concat(printable(file), ": ", what), file);
}

/// "archive/" for the folder that holds data.pkl; its name says nothing.
std::string root_folder(const ZipReader& zip, const std::string& file) {
  const std::string* found = nullptr;
  std::string folder;
  for (const ZipEntry& entry : zip.entries()) {
    const std::size_t slash = entry.name.find('/');
    if (slash == std::string::npos || entry.name.substr(slash + 1) != kPickle) continue;
    if (found != nullptr) fail(file, "expected one data.pkl, found two");
    found = &entry.name;
    folder = entry.name.substr(0, slash + 1);
  }
  if (found == nullptr) {
    fail(file,
         "expected a .pt file, found a zip file without data.pkl; is it another kind of file?");
  }
  return folder;
}

/// The records of one file by their names below the root folder.
class Records {
 public:
  Records(const FileBytes& bytes, std::string file)
      : bytes_(bytes),
        file_(std::move(file)),
        zip_(bytes.span(), file_),
        root_(root_folder(zip_, file_)) {}

  std::string_view text(std::string_view name) const {
    const ZipEntry* entry = zip_.find(root_ + std::string(name));
    if (entry == nullptr) fail(file_, concat("the record ", name, " is missing"));
    zip_.check(*entry);
    return entry->text();
  }

  bool has(std::string_view name) const { return zip_.find(root_ + std::string(name)) != nullptr; }

  void check_versions() const {
    if (has("byteorder") && text("byteorder") != "little") {
      fail(file_,
           concat("expected little-endian numbers, found byteorder ",
                  printable(text("byteorder").substr(0, 20))));
    }
    const std::string_view version = trim(text("version"));
    if (version != "3") {
      fail(file_,
           concat("expected version 3 of the .pt format, found ",
                  printable(version.substr(0, 20)),
                  "; update this program or save again"));
    }
  }

  HostTensor storage(const std::string& key, DType dtype, std::int64_t numel) {
    const auto known = storages_.find(key);
    if (known != storages_.end()) {
      if (known->second.dtype != dtype || known->second.shape[0] != numel) {
        fail(file_, concat("the record data/", printable(key), " is used as two different types"));
      }
      return known->second;
    }
    const std::string name = concat(root_, "data/", key);
    const ZipEntry* entry = zip_.find(name);
    if (entry == nullptr) fail(file_, concat("the record data/", printable(key), " is missing"));
    const std::size_t item = item_size(dtype);
    if (numel < 0 || entry->data.size() % item != 0 ||
        entry->data.size() / item != static_cast<std::uint64_t>(numel)) {
      fail(file_,
           concat("the record data/",
                  printable(key),
                  " has ",
                  entry->data.size(),
                  " bytes, expected ",
                  numel,
                  " of ",
                  dtype_name(dtype),
                  "; the file is damaged"));
    }
    zip_.check(*entry);
    HostTensor flat{dtype, {numel}, nullptr};
    if (numel > 0) {
      flat.data = std::shared_ptr<const std::byte>(bytes_.data, entry->data.data());
    }
    return storages_.emplace(key, std::move(flat)).first->second;
  }

  /// What stands beside Python's own records.
  std::map<std::string, std::string> extra() const {
    std::map<std::string, std::string> found;
    for (const ZipEntry& entry : zip_.entries()) {
      if (!entry.name.starts_with(root_)) continue;
      const std::string name = entry.name.substr(root_.size());
      const bool python = name == kPickle || name == "byteorder" || name == "version" ||
                          name.starts_with("data/") || name.starts_with(".") || name.empty();
      if (python) continue;
      if (entry.data.size() > kMaxExtra) {
        fail(file_,
             concat("the record ",
                    printable(name),
                    " has ",
                    entry.data.size(),
                    " bytes, more than ",
                    kMaxExtra));
      }
      zip_.check(entry);
      found.emplace(name, entry.text());
    }
    return found;
  }

 private:
  FileBytes bytes_;
  std::string file_;
  ZipReader zip_;
  std::string root_;
  std::map<std::string, HostTensor> storages_;
};

}  // namespace

PtFile parse_pt(const FileBytes& bytes, const std::string& file) {
  Records records(bytes, file);
  records.check_versions();
  PickleReader reader(records.text(kPickle),
                      file,
                      [&records](const std::string& key, DType dtype, std::int64_t numel) {
                        return records.storage(key, dtype, numel);
                      });
  PtFile result;
  result.file = file;
  result.root = reader.read();
  result.extra = records.extra();
  return result;
}

PtFile read_pt(const std::string& path) {
  return parse_pt(read_file_bytes(path, std::numeric_limits<std::int64_t>::max()), path);
}

}  // namespace trainer
