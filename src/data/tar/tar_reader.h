#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace trainer {

/// Reads exactly `to.size()` bytes at `offset`, which lie inside of the file. Throws DataError.
using ReadAt = std::function<void(std::uint64_t offset, std::span<std::uint8_t> to)>;

/// A plain file of an archive.
struct TarMember {
  std::string name;
  std::uint64_t offset = 0, bytes = 0;  ///< of its content
};

/// Walks through a tar archive from header to header: ustar, with the long names and large sizes
/// of pax (POSIX.1-2001) and GNU tar. Content is skipped, not read. Throws DataError naming `path`
/// on anything that is no such archive, ends early or is compressed.
class TarReader {
 public:
  TarReader(ReadAt read_at, std::uint64_t size, std::string path);
  /// The next plain file; false at the end.
  bool next(TarMember& member);
  /// Links and other members that hold no bytes of their own, so far.
  std::int64_t links() const { return links_; }

 private:
  struct Header;
  Header read_header();
  std::string read_text(const Header& header);
  void take_pax(std::string_view text);
  [[noreturn]] void fail(const std::string& problem) const;

  ReadAt read_at_;
  std::uint64_t size_, at_ = 0;
  std::string path_;
  /// What extended headers said about the next member.
  std::string long_name_;
  std::int64_t long_size_ = -1;
  std::int64_t links_ = 0;
};

}  // namespace trainer
