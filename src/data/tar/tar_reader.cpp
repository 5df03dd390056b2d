#include "data/tar/tar_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {
namespace {

constexpr std::uint64_t kBlock = 512;
/// Of names and extended headers; PATH_MAX is 4096.
constexpr std::uint64_t kMaxText = 1 << 20;

using Block = std::array<std::uint8_t, kBlock>;

struct Field {
  std::size_t at, length;
};
constexpr Field kName{0, 100}, kSize{124, 12}, kChecksum{148, 8}, kMagic{257, 5}, kPrefix{345, 155};
constexpr std::size_t kType = 156;

std::string_view text_of(const Block& block, Field field) {
  const std::string_view all(reinterpret_cast<const char*>(block.data()) + field.at, field.length);
  return all.substr(0, all.find('\0'));
}

/// Octal digits, or base 256 where the first bit is set; -1 where it is neither.
std::int64_t number_of(const Block& block, Field field) {
  const std::uint8_t* at = block.data() + field.at;
  if ((at[0] & 0x80) != 0) {
    std::uint64_t value = at[0] & 0x7F;
    for (std::size_t i = 1; i < field.length; ++i) {
      if (value >> 54 != 0) return -1;
      value = (value << 8) | at[i];
    }
    return static_cast<std::int64_t>(value);
  }
  const std::string_view digits = trim(text_of(block, field));
  std::int64_t value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, 8);
  if (digits.empty()) return 0;
  return error == std::errc() && stop == end ? value : -1;
}

/// The sum of the header's bytes with its own field as blanks.
std::int64_t checksum_of(const Block& block) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < kBlock; ++i) {
    sum += i >= kChecksum.at && i < kChecksum.at + kChecksum.length ? ' ' : block[i];
  }
  return sum;
}

bool is_empty(const Block& block) {
  return std::all_of(block.begin(), block.end(), [](std::uint8_t byte) { return byte == 0; });
}

/// What a file is that compression tools have made; empty for others.
std::string compression_of(const Block& block) {
  struct Kind {
    std::string_view magic;
    const char* advice;
  };
  constexpr std::array<Kind, 6> kKinds = {{{"\x1f\x8b", "gzip; unpack it with gunzip"},
                                           {"\x28\xb5\x2f\xfd", "zstd; unpack it with unzstd"},
                                           {"\xfd\x37zXZ", "xz; unpack it with unxz"},
                                           {"BZh", "bzip2; unpack it with bunzip2"},
                                           {"\x04\x22\x4d\x18", "lz4; unpack it with unlz4"},
                                           {"PK\x03\x04", "zip; pack the files with tar"}}};
  const std::string_view start(reinterpret_cast<const char*>(block.data()), kBlock);
  for (const Kind& kind : kKinds) {
    if (start.starts_with(kind.magic)) return kind.advice;
  }
  return {};
}

}  // namespace

struct TarReader::Header {
  std::string name;
  std::uint64_t bytes = 0;
  char type = 0;  ///< 'E': the end of the archive
};

TarReader::TarReader(ReadAt read_at, std::uint64_t size, std::string path)
    : read_at_(std::move(read_at)), size_(size), path_(std::move(path)) {}

void TarReader::fail(const std::string& problem) const {
  throw DataError(concat(printable(path_), ": ", problem), path_);
}

TarReader::Header TarReader::read_header() {
  if (at_ == size_) {
    if (size_ == 0) fail("expected a tar archive, the file is empty");
    return {{}, 0, 'E'};
  }
  Block block{};
  const std::uint64_t have = std::min(kBlock, size_ - at_);
  read_at_(at_, std::span(block).first(have));
  if (at_ == 0) {
    const std::string compression = compression_of(block);
    if (!compression.empty()) {
      fail(concat("expected a plain tar archive, found one compressed with ",
                  compression,
                  ": images in it are found by their place"));
    }
  }
  if (have < kBlock) fail(concat("the archive ends in the middle of a header, at byte ", size_));
  if (is_empty(block)) return {{}, 0, 'E'};
  if (number_of(block, kChecksum) != checksum_of(block)) {
    fail(at_ == 0
             ? std::string("is no tar archive")
             : concat("the archive is damaged: the header at byte ", at_, " has a wrong checksum"));
  }
  Header header;
  header.type = static_cast<char>(block[kType]);
  header.name = std::string(text_of(block, kName));
  const std::string_view prefix = text_of(block, kPrefix);
  // GNU's own format keeps times where ustar has the prefix.
  const bool posix = text_of(block, {kMagic.at, 8}) == "ustar";
  if (posix && !prefix.empty()) header.name = concat(prefix, "/", header.name);
  const std::int64_t bytes = number_of(block, kSize);
  if (bytes < 0) fail(concat("the archive is damaged: the header at byte ", at_, " has no size"));
  header.bytes = static_cast<std::uint64_t>(bytes);
  at_ += kBlock;
  return header;
}

std::string TarReader::read_text(const Header& header) {
  if (header.bytes > kMaxText || header.bytes > size_ - at_) {
    fail(concat("the archive is damaged: an extended header of ",
                header.bytes,
                " bytes at byte ",
                at_ - kBlock));
  }
  std::string text(static_cast<std::size_t>(header.bytes), '\0');
  read_at_(at_, {reinterpret_cast<std::uint8_t*>(text.data()), text.size()});
  return text;
}

/// Records "length key=value\n", of which path and size matter.
void TarReader::take_pax(std::string_view text) {
  const std::string damage =
      concat("the archive is damaged: the pax header before byte ", at_, " is not understood");
  while (!text.empty()) {
    std::size_t length = 0;
    const char* begin = text.data();
    const auto [stop, error] = std::from_chars(begin, begin + text.size(), length);
    const auto digits = static_cast<std::size_t>(stop - begin);
    if (error != std::errc() || length < digits + 3 || length > text.size() ||
        text[digits] != ' ' || text[length - 1] != '\n') {
      fail(damage);
    }
    const std::string_view record = text.substr(digits + 1, length - digits - 2);
    const std::size_t equals = record.find('=');
    if (equals == record.npos) fail(damage);
    const std::string_view key = record.substr(0, equals), value = record.substr(equals + 1);
    if (key == "path") long_name_ = value;
    if (key.starts_with("GNU.sparse.")) fail("sparse files in a tar archive are not read");
    if (key == "size") {
      const char* end = value.data() + value.size();
      const auto [last, bad] = std::from_chars(value.data(), end, long_size_);
      if (bad != std::errc() || last != end || long_size_ < 0) fail(damage);
    }
    text.remove_prefix(length);
  }
}

bool TarReader::next(TarMember& member) {
  for (;;) {
    Header header = read_header();
    if (header.type == 'E') return false;
    const bool extended =
        header.type == 'x' || header.type == 'L' || header.type == 'K' || header.type == 'g';
    if (!extended) {
      if (!long_name_.empty()) header.name = std::exchange(long_name_, {});
      if (long_size_ >= 0) {
        header.bytes = static_cast<std::uint64_t>(std::exchange(long_size_, -1));
      }
    }
    if (header.type == 'L') {
      const std::string text = read_text(header);
      long_name_ = text.substr(0, text.find('\0'));
    } else if (header.type == 'x') {
      take_pax(read_text(header));
    } else if (header.type == 'S') {
      fail("sparse files in a tar archive are not read");
    }
    const bool plain = header.type == '0' || header.type == '\0' || header.type == '7';
    const bool link = header.type == '1' || header.type == '2';
    if (link) {
      ++links_;
      header.bytes = 0;
    }
    if (header.bytes > size_ - at_) {
      fail(concat("the archive ends in the middle of ",
                  printable(header.name),
                  ": it was not copied whole"));
    }
    member.offset = at_;
    const std::uint64_t padded = (header.bytes + kBlock - 1) / kBlock * kBlock;
    at_ += std::min(padded, size_ - at_);
    // Of old, a folder was a plain file whose name ends in a slash.
    if (!plain || header.name.ends_with('/')) continue;
    member.name = std::move(header.name);
    member.bytes = header.bytes;
    return true;
  }
}

}  // namespace trainer
