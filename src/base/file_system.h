#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trainer {

/// Every file that the project writes goes through here: checked, crash-safe, and with a place
/// where tests inject faults. Failures throw FileError with path, operation and errno.

/// Writes aside, fsyncs, renames over `path`, fsyncs the folder: after a crash the file is the old
/// one or the new one, whole.
void write_file_atomic(const std::string& path, std::string_view content);
/// Writes and fsyncs a new file in a folder that is itself renamed later.
void write_file_synced(const std::string& path, std::string_view content);
std::string read_file(const std::string& path, std::uint64_t max_bytes);
void make_folders(const std::string& path);
void sync_folder(const std::string& path);
void rename_synced(const std::string& from, const std::string& to);
/// Relative symbolic link, replaced atomically.
void replace_link(const std::string& target, const std::string& link);
void remove_all(const std::string& path);
/// Lower-case hexadecimal SHA-256.
std::string sha256(std::string_view content);
std::string sha256_of_file(const std::string& path);

/// An append-only file: whole lines, flushed; `sync` makes them durable.
class AppendFile {
 public:
  /// Opens for appending; `keep_bytes` cuts the file to that length first (after a resume).
  explicit AppendFile(const std::string& path);
  ~AppendFile();
  void append(std::string_view text);
  void flush();
  void sync();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// An exclusive lock on a folder, released when the process ends however it ends. Throws UsageError
/// naming host and process of the holder.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder);
  ~FolderLock();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trainer
