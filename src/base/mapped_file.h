#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace trainer {

/// A plain file as read-only memory. What was not asked for with `prepare` may end the process when
/// the file is shortened or its disk fails meanwhile.
class MappedFile {
 public:
  /// Throws DataError when it is missing, no plain file or cannot be mapped.
  explicit MappedFile(std::string path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  const std::string& path() const { return path_; }
  std::span<const std::uint8_t> bytes() const { return {data_, size_}; }
  std::int64_t modified_ns() const { return modified_ns_; }  ///< since 1970

  /// The bytes from `offset` on, read in by one call of the system. Throws DataError when they lie
  /// outside, cannot be read or are no longer there. Thread-safe.
  std::span<const std::uint8_t> prepare(std::uint64_t offset, std::uint64_t count) const;

 private:
  std::string path_;
  const std::uint8_t* data_ = nullptr;
  std::size_t size_ = 0;
  std::int64_t modified_ns_ = 0;
  std::uint64_t device_ = 0, inode_ = 0;
};

}  // namespace trainer
