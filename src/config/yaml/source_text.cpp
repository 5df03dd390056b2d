#include "config/yaml/source_text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

namespace trainer {
namespace {

std::string errno_text(int error) {
  return std::generic_category().message(error);
}

class FileHandle {
 public:
  explicit FileHandle(const std::string& path) : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~FileHandle() {
    if (fd_ >= 0) ::close(fd_);
  }
  FileHandle(const FileHandle&) = delete;
  FileHandle& operator=(const FileHandle&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

/// Up to one byte more than is allowed: enough to know that there is too much.
int read_bounded(int fd, std::string& bytes) {
  char buffer[1 << 16];
  while (bytes.size() <= kMaxConfigBytes) {
    const std::size_t want = std::min(sizeof buffer, kMaxConfigBytes + 1 - bytes.size());
    const ssize_t got = ::read(fd, buffer, want);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    if (got == 0) break;
    bytes.append(buffer, static_cast<std::size_t>(got));
  }
  return 0;
}

void append_utf8(unsigned code, std::string& text) {
  const auto put = [&text](unsigned byte) { text += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0U | code >> 6);
    put(0x80U | (code & 0x3FU));
  } else if (code < 0x10000) {
    put(0xE0U | code >> 12);
    put(0x80U | (code >> 6 & 0x3FU));
    put(0x80U | (code & 0x3FU));
  } else {
    put(0xF0U | code >> 18);
    put(0x80U | (code >> 12 & 0x3FU));
    put(0x80U | (code >> 6 & 0x3FU));
    put(0x80U | (code & 0x3FU));
  }
}

/// False where surrogates do not pair or a byte is left over.
bool utf16_to_utf8(std::string_view bytes, bool big_endian, std::string& text) {
  if (bytes.size() % 2 != 0) return false;
  const auto unit = [&](std::size_t i) {
    const unsigned a = static_cast<unsigned char>(bytes[i]);
    const unsigned b = static_cast<unsigned char>(bytes[i + 1]);
    return big_endian ? a << 8 | b : b << 8 | a;
  };
  for (std::size_t i = 0; i < bytes.size(); i += 2) {
    unsigned code = unit(i);
    if (code >= 0xDC00 && code < 0xE000) return false;
    if (code >= 0xD800 && code < 0xDC00) {
      if (i + 3 >= bytes.size()) return false;
      const unsigned low = unit(i + 2);
      if (low < 0xDC00 || low >= 0xE000) return false;
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
      i += 2;
    }
    append_utf8(code, text);
  }
  return true;
}

std::string with_plain_line_ends(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      plain += text[i];
    } else if (i + 1 >= text.size() || text[i + 1] != '\n') {
      plain += '\n';
    }
  }
  return plain;
}

/// Length of a valid UTF-8 sequence at `at`, or 0.
std::size_t sequence_length(std::string_view text, std::size_t at) {
  const unsigned lead = static_cast<unsigned char>(text[at]);
  const std::size_t length = lead < 0x80       ? 1
                             : lead >> 5 == 6  ? 2
                             : lead >> 4 == 14 ? 3
                             : lead >> 3 == 30 ? 4
                                               : 0;
  if (length == 0 || length > text.size() - at) return 0;
  unsigned code = length == 1 ? lead : lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const unsigned next = static_cast<unsigned char>(text[at + i]);
    if (next >> 6 != 2) return 0;
    code = code << 6 | (next & 0x3FU);
  }
  constexpr unsigned kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  return code < kSmallest[length] || code > 0x10FFFF || surrogate ? 0 : length;
}

Position position_of(std::string_view text, std::size_t offset, const std::string& file) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(offset);
  const std::size_t newline = text.substr(0, offset).rfind('\n');
  const std::size_t start = newline == std::string_view::npos ? 0 : newline + 1;
  return {file,
          static_cast<int>(1 + std::count(text.begin(), end, '\n')),
          static_cast<int>(offset - start) + 1};
}

}  // namespace

std::optional<std::string> read_config_file(const std::string& path,
                                            const Position& at,
                                            const std::string& key,
                                            Mistakes& mistakes) {
  const auto refuse = [&](const std::string& problem, const std::string& hint = {}) {
    mistakes.add(at, key, concat("cannot read ", printable(path), ": ", problem), hint);
    return std::nullopt;
  };
  const FileHandle file(path);
  if (file.get() < 0) return refuse(errno_text(errno));
  struct stat status {};
  if (::fstat(file.get(), &status) == 0 && S_ISDIR(status.st_mode)) {
    return refuse("expected a YAML file, found a folder");
  }
  std::string bytes;
  if (const int error = read_bounded(file.get(), bytes)) return refuse(errno_text(error));
  if (bytes.size() > kMaxConfigBytes) {
    return refuse("a configuration has at most 1 MiB", "is this the right file?");
  }
  return bytes;
}

std::size_t find_bad_text(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text, i);
    const auto byte = static_cast<unsigned char>(text[i]);
    if (length == 0 || byte == 0x7F || (byte < 0x20 && byte != '\n' && byte != '\t')) return i;
    i += length;
  }
  return std::string_view::npos;
}

std::optional<std::string> decode_text(std::string bytes,
                                       const std::string& file,
                                       Mistakes& mistakes) {
  const std::string_view view = bytes;
  const bool big_mark = view.starts_with("\xFE\xFF");
  const bool little_mark = view.starts_with("\xFF\xFE");
  // A configuration starts with an ASCII character: without a mark its zero byte tells the order.
  const bool big = view.size() >= 2 && view[0] == '\0' && view[1] != '\0';
  const bool little = view.size() >= 2 && view[0] != '\0' && view[1] == '\0';
  if (big_mark || little_mark || big || little) {
    std::string text;
    const bool marked = big_mark || little_mark;
    if (!utf16_to_utf8(view.substr(marked ? 2 : 0), big_mark || (!little_mark && big), text)) {
      mistakes.add({file, 1, 1}, "", "the file is no valid UTF-16 text", "save it as UTF-8");
      return std::nullopt;
    }
    bytes = std::move(text);
  } else if (view.starts_with("\xEF\xBB\xBF")) {
    bytes.erase(0, 3);
  }
  std::string text = with_plain_line_ends(bytes);
  const std::size_t bad = find_bad_text(text);
  if (bad == std::string::npos) return text;
  const auto byte = static_cast<unsigned char>(text[bad]);
  const std::string shown = printable(text.substr(bad, 1));
  mistakes.add(position_of(text, bad, file),
               "",
               byte >= 0x80 ? concat("the byte ", shown, " is no valid UTF-8")
                            : concat("the control character ", shown, " does not belong here"),
               byte >= 0x80 ? "save the file as UTF-8" : "is this a YAML file?");
  return std::nullopt;
}

}  // namespace trainer
