#include "data/packed/packed.h"

#include <algorithm>
#include <utility>

#include <trainer/error.h>

#include "base/crc32c.h"
#include "base/log.h"
#include "base/mapped_file.h"
#include "base/text.h"
#include "data/packed/format.h"
#include "data/sources/class_list.h"

namespace trainer {
namespace {

class PackedDataset : public Dataset {
 public:
  PackedDataset(std::shared_ptr<const MappedFile> file, PackTables tables, bool verify)
      : file_(std::move(file)), tables_(std::move(tables)), verify_(verify) {
    find_raw_size();
  }

  void set_classes(ClassMap map) { map_ = std::move(map); }
  const PackTables& tables() const { return tables_; }

  std::int64_t size() const override { return tables_.size(); }
  std::int64_t label(std::int64_t index) const override {
    return map_.index_of[tables_.record(index).label];
  }
  std::string name(std::int64_t index) const override { return std::string(tables_.name(index)); }
  const std::vector<std::string>& class_names() const override { return map_.names; }
  RawSize raw_size() const override { return raw_size_; }

  void read(std::int64_t index, SourceImage& image) const override {
    const PackRecord record = tables_.record(index);
    image.reset();
    const auto bytes = file_->prepare(record.offset, record.bytes);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (verify_ && crc32c(text) != record.crc) {
      throw DataError(concat(printable(name(index)),
                             ": image ",
                             index,
                             " of ",
                             printable(file_->path()),
                             " is damaged: its checksum is wrong; copy the file again, or make it "
                             "anew with `trainer data pack`"),
                      file_->path());
    }
    image.encoded = record.encoded();
    image.height = static_cast<int>(record.height);
    image.width = static_cast<int>(record.width);
    image.channels = static_cast<int>(record.channels);
    image.lend(file_, bytes);
  }

 private:
  void find_raw_size() {
    if (tables_.size() == 0) return;
    const PackRecord first = tables_.record(0);
    for (std::int64_t i = 0; i < tables_.size(); ++i) {
      const PackRecord r = tables_.record(i);
      if (r.height != first.height || r.width != first.width || r.channels != first.channels)
        return;
    }
    raw_size_ = {static_cast<int>(first.height),
                 static_cast<int>(first.width),
                 static_cast<int>(first.channels)};
  }

  std::shared_ptr<const MappedFile> file_;
  PackTables tables_;
  bool verify_;
  ClassMap map_;
  RawSize raw_size_;
};

}  // namespace

const OptionTable& PackedOptions::options() {
  static const OptionTable table =
      OptionTableOf<PackedOptions>()
          .add("verify", &PackedOptions::verify, "compare each image with its checksum when read")
          .free_to_change();
  return table;
}

std::shared_ptr<Dataset> open_packed(const DatasetRequest& request, const PackedOptions& options) {
  const std::string& path = request.path;
  auto file = std::make_shared<const MappedFile>(path);
  const std::uint64_t file_bytes = file->bytes().size();
  const PackHeader header = read_pack_header(
      file->prepare(0, std::min<std::uint64_t>(file_bytes, kPackHeaderBytes)), file_bytes, path);
  PackTables tables(
      header, file->prepare(header.table_offset, file_bytes - header.table_offset), path);
  if (tables.size() == 0) {
    throw DataError(concat(printable(path), ": expected at least one image, the file has none"),
                    path);
  }

  FoundClasses found;
  found.place = path;
  for (const std::string& name : tables.class_names()) found.classes.push_back({name, 0});
  for (std::int64_t i = 0; i < tables.size(); ++i) ++found.classes[tables.record(i).label].images;
  ClassMap map =
      request.classes.empty() ? map_numbered_classes(found, request) : map_classes(found, request);
  log_info(concat(request.split,
                  ": ",
                  counted(tables.size(), "image"),
                  " in ",
                  counted(static_cast<long long>(map.names.size()), "class", "classes"),
                  " (",
                  printable(path),
                  (header.flags & PackHeader::kShrunk) != 0 ? ", packed smaller)" : ", packed)"));
  auto dataset =
      std::make_shared<PackedDataset>(std::move(file), std::move(tables), options.verify);
  dataset->set_classes(std::move(map));
  return dataset;
}

}  // namespace trainer
