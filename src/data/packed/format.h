#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trainer {

/// A packed file, all numbers little-endian:
///
///     header        256 bytes
///     records       each at a multiple of 16: an encoded image as it is, or pixels
///     record table  48 bytes a record
///     class table   for each class the length of its name (4 bytes) and the name
///     name table    the names of all samples, end to end
///
/// The header's own CRC32C guards it, its SHA-256 the three tables, which follow each other, and
/// the record table has a CRC32C of every record.
inline constexpr std::string_view kPackMagic{"\x89TPK\r\n\x1a\n", 8};
inline constexpr std::uint32_t kPackVersion = 1;
inline constexpr std::size_t kPackHeaderBytes = 256;
inline constexpr std::size_t kPackRecordBytes = 48;
inline constexpr std::size_t kPackAlignment = 16;

struct PackHeader {
  static constexpr std::uint32_t kShrunk = 1;  ///< flag: images are smaller than their sources
  std::uint32_t flags = 0;
  std::uint64_t file_bytes = 0;
  std::uint64_t count = 0;
  std::uint64_t table_offset = 0;  ///< of the record table
  std::uint64_t class_bytes = 0, name_bytes = 0;
  std::uint32_t class_count = 0;
  std::string tables_sha256;  ///< 64 hexadecimal digits
};

struct PackRecord {
  std::uint64_t offset = 0, bytes = 0;
  std::uint64_t name_end = 0;  ///< in the name table; it begins where the one before ends
  std::uint32_t label = 0, crc = 0;
  std::uint32_t height = 0, width = 0, channels = 0;  ///< of pixels; zeros: encoded
  bool encoded() const { return channels == 0; }
};

/// Whether a file begins as a packed one does; false where it cannot be read.
bool is_packed_file(const std::string& path);

std::string write_pack_header(const PackHeader& header);
void append_pack_record(const PackRecord& record, std::string& table);

/// Throws DataError naming `path` on anything but a whole header of this version that fits a file
/// of `file_bytes`; a newer version is named, with the newest that is understood.
PackHeader read_pack_header(std::span<const std::uint8_t> bytes,
                            std::uint64_t file_bytes,
                            const std::string& path);

/// What stands behind the records, checked: every place lies inside of the file, every label names
/// a class, every size fits its bytes.
class PackTables {
 public:
  PackTables() = default;
  /// `tables` is everything from `header.table_offset` on. Throws DataError naming `path`.
  PackTables(const PackHeader& header,
             std::span<const std::uint8_t> tables,
             const std::string& path);

  std::int64_t size() const { return count_; }
  PackRecord record(std::int64_t index) const;
  std::string_view name(std::int64_t index) const;
  const std::vector<std::string>& class_names() const { return class_names_; }

 private:
  void read_class_names(const PackHeader& header, const std::string& path);
  void check_records(const PackHeader& header, const std::string& path) const;

  /// A copy: a file that is shortened later cannot take it away.
  std::vector<std::uint8_t> bytes_;
  std::int64_t count_ = 0;
  std::size_t names_at_ = 0;
  std::vector<std::string> class_names_;
};

}  // namespace trainer
