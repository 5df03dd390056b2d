#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <trainer/error.h>

namespace trainer {

/// A file operation that failed: which, on what, why, and what to do.
class FileError : public Error {
 public:
  /// `operation` completes "cannot …": "write", "rename to a.pt". `advice` may be empty: then errno
  /// decides.
  FileError(std::string operation, std::string path, int error_number, std::string advice = {});
  const std::string& operation() const noexcept { return operation_; }
  const std::string& path() const noexcept { return path_; }
  int error_number() const noexcept { return error_number_; }  ///< errno, or 0

 private:
  std::string operation_;
  std::string path_;
  int error_number_;
};

/// Every file that the project writes goes through here: checked, crash-safe, and with a place
/// where tests inject faults. Failures throw FileError with path, operation and errno. A limit on
/// file sizes (SIGXFSZ) is an error like a full disk, whatever the process does with the signal.

/// Writes aside, fsyncs, renames over `path`, fsyncs the folder: after a crash the file is the old
/// one or the new one, whole. A link is followed; a device or pipe is written directly.
void write_file_atomic(const std::string& path, std::string_view content);
/// Writes and fsyncs a new file in a folder that is itself renamed later. On failure the file is
/// removed.
void write_file_synced(const std::string& path, std::string_view content);
/// The whole file. Throws FileError when it is larger than `max_bytes`.
std::string read_file(const std::string& path, std::uint64_t max_bytes);

/// A file in memory, aligned to 64 bytes; copies share it.
struct FileBytes {
  std::shared_ptr<const std::byte> data;
  std::size_t size = 0;
  std::span<const std::byte> span() const { return {data.get(), size}; }
  std::string_view text() const { return {reinterpret_cast<const char*>(data.get()), size}; }
};
FileBytes read_file_bytes(const std::string& path, std::uint64_t max_bytes);
FileBytes copy_bytes(std::string_view content);

/// Whether there is a file or folder; false where that cannot be found out.
bool path_exists(const std::string& path) noexcept;
/// Makes the folder and its parents; those that are there are fine.
void make_folders(const std::string& path);
void sync_folder(const std::string& path);
/// Renames, then fsyncs the folder that holds `to`.
void rename_synced(const std::string& from, const std::string& to);
/// Swaps two folders of one parent in one atomic step. False where the file system cannot.
bool exchange_synced(const std::string& a, const std::string& b);
/// Relative symbolic link, replaced atomically.
void replace_link(const std::string& target, const std::string& link);
/// Removes a file, link or folder with all that is in it; links are not followed. Nothing there is
/// fine.
void remove_all(const std::string& path);
/// Removes what atomic writes left in `folder` when their process was killed, of the file of that
/// name alone where one is given; returns how many.
int remove_stale_temporaries(const std::string& folder, const std::string& of_file = {});

/// Lower-case hexadecimal SHA-256.
std::string sha256(std::string_view content);
std::string sha256_of_file(const std::string& path);

/// An append-only file: whole lines, flushed; `sync` makes them durable. When a write fails, what
/// it wrote in part is cut off again and stays in memory for the next attempt. Not thread-safe.
class AppendFile {
 public:
  /// Opens for appending; `keep_bytes` cuts the file to that length first (after a resume).
  explicit AppendFile(const std::string& path, std::optional<std::uint64_t> keep_bytes = {});
  ~AppendFile();
  AppendFile(AppendFile&&) noexcept;
  AppendFile& operator=(AppendFile&&) noexcept;
  /// Takes the text into memory; never fails for reasons of the disk.
  void append(std::string_view text);
  void flush();
  void sync();
  std::uint64_t size() const;  ///< with what waits in memory

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// An exclusive lock on a folder, released when the process ends however it ends. Throws UsageError
/// naming host and process of the holder. A lock file that a killed process left is taken over.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(FolderLock&&) noexcept;
  FolderLock& operator=(FolderLock&&) noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trainer
