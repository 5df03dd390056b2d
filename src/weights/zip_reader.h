#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trainer {

/// One stored entry of a zip file.
struct ZipEntry {
  std::string name;
  std::uint32_t crc = 0;
  std::span<const std::byte> data;
  std::string_view text() const {
    return {reinterpret_cast<const char*>(data.data()), data.size()};
  }
};

/// The entries of a zip file in memory. Sizes and places come from the central directory alone and
/// are checked against the file, the local headers and each other; compressed, encrypted, doubled
/// or overlapping entries are refused. Throws CheckpointError naming `file`.
class ZipReader {
 public:
  /// `bytes` must outlive the reader.
  ZipReader(std::span<const std::byte> bytes, std::string file);
  const std::vector<ZipEntry>& entries() const { return entries_; }
  /// Null when there is none. The content is not yet checked.
  const ZipEntry* find(std::string_view name) const;
  /// Throws CheckpointError when the content does not have the check sum of the directory.
  void check(const ZipEntry& entry) const;

 private:
  struct Directory {
    std::uint64_t offset = 0, size = 0, count = 0;
  };
  struct Place {
    std::uint64_t from = 0, to = 0;
  };
  [[noreturn]] void fail(std::string_view what) const;
  std::uint64_t number(std::uint64_t at, int bytes) const;
  std::string_view text(std::uint64_t at, std::uint64_t size) const;
  Directory find_directory() const;
  Directory read_end64(std::uint64_t end, Directory directory) const;
  std::uint64_t read_entry(std::uint64_t at, std::uint64_t limit, std::vector<Place>& places);
  void check_places(std::vector<Place> places, std::uint64_t limit) const;

  std::span<const std::byte> bytes_;
  std::string file_;
  std::vector<ZipEntry> entries_;
  std::map<std::string_view, std::size_t> by_name_;
};

}  // namespace trainer
