#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trainer {

/// Builds a zip file in memory: entries stored uncompressed, data aligned to 64 bytes, fixed dates,
/// true sizes and check sums; zip64 where something needs it.
class ZipWriter {
 public:
  /// `expected_size` of the whole file saves reallocations.
  explicit ZipWriter(std::size_t expected_size = 0);
  void add(std::string_view name, std::string_view content);
  /// Check sums of the entries so far, in order.
  std::vector<std::uint32_t> checksums() const;
  std::string finish();

 private:
  struct Entry {
    std::string name;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint32_t crc = 0;
  };
  void write_central(const Entry& entry);
  void write_end(std::uint64_t directory);

  std::string out_;
  std::vector<Entry> entries_;
};

}  // namespace trainer
