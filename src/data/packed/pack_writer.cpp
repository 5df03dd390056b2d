#include "data/packed/pack_writer.h"

#include "base/crc32c.h"
#include "base/file_system.h"
#include "base/little_endian.h"
#include "data/packed/format.h"

namespace trainer {

PackWriter::PackWriter(const std::string& path, const std::vector<std::string>& class_names)
    : file_(path), class_count_(static_cast<std::uint32_t>(class_names.size())) {
  file_.append(std::string(kPackHeaderBytes, '\0'));
  for (const std::string& name : class_names) {
    append_little_endian(static_cast<std::uint32_t>(name.size()), classes_);
    classes_ += name;
  }
}

void PackWriter::add(const SourceImage& image, std::int64_t label, const std::string& name) {
  const auto content = image.content();
  const std::string_view bytes(reinterpret_cast<const char*>(content.data()), content.size());
  names_ += name;
  PackRecord record;
  record.offset = file_.size();
  record.bytes = bytes.size();
  record.name_end = names_.size();
  record.label = static_cast<std::uint32_t>(label);
  record.crc = crc32c(bytes);
  if (!image.encoded) {
    record.height = static_cast<std::uint32_t>(image.height);
    record.width = static_cast<std::uint32_t>(image.width);
    record.channels = static_cast<std::uint32_t>(image.channels);
  }
  append_pack_record(record, records_);
  ++count_;
  file_.append(bytes);
  pad();
}

/// The next record's place; the tables behind the last one keep reading beyond it harmless.
void PackWriter::pad() {
  const std::size_t over = file_.size() % kPackAlignment;
  if (over != 0) file_.append(std::string(kPackAlignment - over, '\0'));
}

void PackWriter::finish(bool shrunk) {
  PackHeader header;
  header.flags = shrunk ? PackHeader::kShrunk : 0;
  header.count = count_;
  header.table_offset = file_.size();
  header.class_bytes = classes_.size();
  header.name_bytes = names_.size();
  header.class_count = class_count_;
  std::string tables = std::move(records_);
  tables += classes_;
  tables += names_;
  header.tables_sha256 = sha256(tables);
  file_.append(tables);
  header.file_bytes = file_.size();
  file_.replace_start(write_pack_header(header));
  file_.commit();
}

}  // namespace trainer
