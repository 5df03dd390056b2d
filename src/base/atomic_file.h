#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace trainer {

/// A large file written piece by piece, aside: it appears under its name, whole, with `commit`, and
/// leaves nothing behind without it. Failures throw FileError. Not thread-safe.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void append(std::string_view content);
  std::uint64_t size() const;
  /// Writes over what stands at the beginning, once everything is appended.
  void replace_start(std::string_view content);
  /// fsync, rename over the path, fsync of the folder.
  void commit();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trainer
