#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <sys/types.h>

namespace trainer {

/// The calls by which files are read; tests put failing ones in their place.
struct FileCalls {
  int (*open)(const char* path);
  ssize_t (*read)(int file, void* to, std::size_t bytes);
  void (*pause)(int milliseconds);
};
const FileCalls& system_file_calls();

/// Longest file that is taken for an image, in bytes.
inline constexpr std::uint64_t kMaxImageFile = std::uint64_t{512} << 20;

/// Reads a whole file. Errors that network mounts give for a moment (EIO, ESTALE) are tried three
/// times in all. Throws DataError naming the path when the file is gone, no plain file, longer than
/// `max_bytes` or unreadable; where the process has no more files to open, an Error that is none of
/// the file's.
void read_whole_file(const std::string& path,
                     std::uint64_t max_bytes,
                     std::vector<std::uint8_t>& out,
                     const FileCalls& calls = system_file_calls());

}  // namespace trainer
