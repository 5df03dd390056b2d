#include "data/packed/format.h"

#include <fstream>
#include <set>

#include <trainer/error.h>

#include "base/crc32c.h"
#include "base/file_system.h"
#include "base/little_endian.h"
#include "base/text.h"
#include "data/sources/file_reader.h"

namespace trainer {
namespace {

constexpr std::size_t kCrcAt = kPackHeaderBytes - 4;
constexpr std::size_t kShaAt = 64, kShaBytes = 64;
constexpr std::uint64_t kMaxCount = std::uint64_t{1} << 31;
constexpr std::uint32_t kMaxClasses = 1U << 24;
constexpr std::uint32_t kMaxSide = 65'535;

std::string_view text_of(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

[[noreturn]] void fail(const std::string& path, const std::string& problem) {
  throw DataError(concat(printable(path),
                         ": ",
                         problem,
                         "; it is damaged or was not copied whole: copy it again, or make it anew "
                         "with `trainer data pack`"),
                  path);
}

/// What the header says about places must fit together, whatever its checksum says.
void check_places(const PackHeader& header, std::uint64_t file_bytes, const std::string& path) {
  if (header.file_bytes != file_bytes) {
    fail(path,
         concat("expected ", header.file_bytes, " bytes, the file has ", file_bytes, " bytes"));
  }
  const std::uint64_t at = header.table_offset;
  const bool sane =
      header.count <= kMaxCount && header.class_count <= kMaxClasses && at >= kPackHeaderBytes &&
      at <= file_bytes && header.class_bytes <= file_bytes && header.name_bytes <= file_bytes &&
      file_bytes - at == header.count * kPackRecordBytes + header.class_bytes + header.name_bytes;
  if (!sane) fail(path, "its header contradicts itself");
}

}  // namespace

bool is_packed_file(const std::string& path) {
  std::string start(kPackMagic.size(), '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  return file && start == kPackMagic;
}

std::string write_pack_header(const PackHeader& header) {
  std::string bytes(kPackMagic);
  append_little_endian(kPackVersion, bytes);
  append_little_endian(header.flags, bytes);
  append_little_endian(header.file_bytes, bytes);
  append_little_endian(header.count, bytes);
  append_little_endian(header.table_offset, bytes);
  append_little_endian(header.class_bytes, bytes);
  append_little_endian(header.name_bytes, bytes);
  append_little_endian(header.class_count, bytes);
  bytes.resize(kShaAt, '\0');
  TRAINER_ASSERT(header.tables_sha256.size() == kShaBytes, "a SHA-256 has 64 digits");
  bytes += header.tables_sha256;
  bytes.resize(kCrcAt, '\0');
  append_little_endian(crc32c(bytes), bytes);
  return bytes;
}

void append_pack_record(const PackRecord& record, std::string& table) {
  append_little_endian(record.offset, table);
  append_little_endian(record.bytes, table);
  append_little_endian(record.name_end, table);
  append_little_endian(record.label, table);
  append_little_endian(record.crc, table);
  append_little_endian(record.height, table);
  append_little_endian(record.width, table);
  append_little_endian(record.channels, table);
  append_little_endian(std::uint32_t{0}, table);
}

PackHeader read_pack_header(std::span<const std::uint8_t> bytes,
                            std::uint64_t file_bytes,
                            const std::string& path) {
  const std::string_view text = text_of(bytes);
  if (!text.starts_with(kPackMagic)) {
    throw DataError(concat(printable(path),
                           ": is no packed file; data.format: packed reads what `trainer data "
                           "pack` has made"),
                    path);
  }
  if (bytes.size() < kPackHeaderBytes) {
    fail(path, concat("expected a header of ", kPackHeaderBytes, " bytes"));
  }
  const auto version = little_endian_at<std::uint32_t>(bytes.data() + 8);
  if (version != kPackVersion) {
    throw DataError(concat(printable(path),
                           ": is a packed file of version ",
                           version,
                           ", and this program reads version ",
                           kPackVersion,
                           version > kPackVersion ? "; update the program, or pack the images again"
                                                  : "; pack the images again"),
                    path);
  }
  if (little_endian_at<std::uint32_t>(bytes.data() + kCrcAt) != crc32c(text.substr(0, kCrcAt))) {
    fail(path, "the checksum of its header is wrong");
  }
  PackHeader header;
  header.flags = little_endian_at<std::uint32_t>(bytes.data() + 12);
  header.file_bytes = little_endian_at<std::uint64_t>(bytes.data() + 16);
  header.count = little_endian_at<std::uint64_t>(bytes.data() + 24);
  header.table_offset = little_endian_at<std::uint64_t>(bytes.data() + 32);
  header.class_bytes = little_endian_at<std::uint64_t>(bytes.data() + 40);
  header.name_bytes = little_endian_at<std::uint64_t>(bytes.data() + 48);
  header.class_count = little_endian_at<std::uint32_t>(bytes.data() + 56);
  header.tables_sha256 = text.substr(kShaAt, kShaBytes);
  check_places(header, file_bytes, path);
  return header;
}

PackTables::PackTables(const PackHeader& header,
                       std::span<const std::uint8_t> tables,
                       const std::string& path)
    : bytes_(tables.begin(), tables.end()),
      count_(static_cast<std::int64_t>(header.count)),
      names_at_(static_cast<std::size_t>(header.count * kPackRecordBytes + header.class_bytes)) {
  const std::uint64_t expected =
      header.count * kPackRecordBytes + header.class_bytes + header.name_bytes;
  if (bytes_.size() != expected) fail(path, "its tables are not whole");
  if (sha256(text_of(bytes_)) != header.tables_sha256) {
    fail(path, "the checksum of its tables is wrong");
  }
  read_class_names(header, path);
  check_records(header, path);
}

void PackTables::read_class_names(const PackHeader& header, const std::string& path) {
  std::size_t at = static_cast<std::size_t>(header.count) * kPackRecordBytes;
  for (std::uint32_t i = 0; i < header.class_count; ++i) {
    if (names_at_ - at < 4) fail(path, "its class table is too short");
    const auto length = little_endian_at<std::uint32_t>(bytes_.data() + at);
    at += 4;
    if (names_at_ - at < length) fail(path, "its class table is too short");
    class_names_.emplace_back(text_of(std::span(bytes_).subspan(at, length)));
    at += length;
  }
  if (at != names_at_) fail(path, "its class table is too long");
  const std::set<std::string_view> distinct(class_names_.begin(), class_names_.end());
  if (distinct.size() != class_names_.size()) fail(path, "its class table has a name twice");
}

void PackTables::check_records(const PackHeader& header, const std::string& path) const {
  std::uint64_t name_end = 0;
  for (std::int64_t i = 0; i < count_; ++i) {
    const PackRecord r = record(i);
    const bool inside = r.offset >= kPackHeaderBytes && r.offset <= header.table_offset &&
                        r.bytes <= header.table_offset - r.offset;
    const bool named = r.name_end >= name_end && r.name_end <= header.name_bytes;
    const bool sized = r.encoded() ? r.bytes <= kMaxImageFile
                                   : r.channels <= 4 && r.height >= 1 && r.height <= kMaxSide &&
                                         r.width >= 1 && r.width <= kMaxSide &&
                                         r.bytes == std::uint64_t{r.height} * r.width * r.channels;
    if (!inside || !named || !sized || r.label >= header.class_count) {
      fail(path, concat("record ", i, " of its table makes no sense"));
    }
    name_end = r.name_end;
  }
}

PackRecord PackTables::record(std::int64_t index) const {
  TRAINER_ASSERT(index >= 0 && index < count_, concat("record ", index, " of ", count_));
  const std::uint8_t* at = bytes_.data() + static_cast<std::size_t>(index) * kPackRecordBytes;
  PackRecord record;
  record.offset = little_endian_at<std::uint64_t>(at);
  record.bytes = little_endian_at<std::uint64_t>(at + 8);
  record.name_end = little_endian_at<std::uint64_t>(at + 16);
  record.label = little_endian_at<std::uint32_t>(at + 24);
  record.crc = little_endian_at<std::uint32_t>(at + 28);
  record.height = little_endian_at<std::uint32_t>(at + 32);
  record.width = little_endian_at<std::uint32_t>(at + 36);
  record.channels = little_endian_at<std::uint32_t>(at + 40);
  return record;
}

std::string_view PackTables::name(std::int64_t index) const {
  const std::uint64_t begin = index == 0 ? 0 : record(index - 1).name_end;
  const std::uint64_t end = record(index).name_end;
  return text_of(std::span(bytes_).subspan(names_at_ + begin, end - begin));
}

}  // namespace trainer
