#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace trainer {

/// Reads a file from its start, unpacking it when it is gzip. Throws DataError naming the path on
/// read errors, damaged compression and checksums.
class GzipFile {
 public:
  explicit GzipFile(std::string path);
  ~GzipFile();
  /// Up to `bytes` bytes; fewer only at the end of the content.
  std::size_t read(std::uint8_t* to, std::size_t bytes);
  const std::string& path() const { return path_; }

 private:
  struct Impl;
  std::string path_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trainer
