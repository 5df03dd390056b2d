#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "base/utf8.h"

namespace trainer {
namespace detail {
namespace {

template <class T>
std::string to_text(T value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

}  // namespace

TextPiece::TextPiece(bool v) : value(v ? "true" : "false") {}
TextPiece::TextPiece(int v) : value(to_text(v)) {}
TextPiece::TextPiece(long v) : value(to_text(v)) {}
TextPiece::TextPiece(long long v) : value(to_text(v)) {}
TextPiece::TextPiece(unsigned v) : value(to_text(v)) {}
TextPiece::TextPiece(unsigned long v) : value(to_text(v)) {}
TextPiece::TextPiece(unsigned long long v) : value(to_text(v)) {}
// A NaN's sign says nothing.
TextPiece::TextPiece(double v) : value(std::isnan(v) ? "nan" : to_text(v)) {}

std::string concat_pieces(std::initializer_list<TextPiece> pieces) {
  std::size_t size = 0;
  for (const TextPiece& piece : pieces) size += piece.value.size();
  std::string text;
  text.reserve(size);
  for (const TextPiece& piece : pieces) text += piece.value;
  return text;
}

}  // namespace detail

std::string number_text(double value) {
  if (std::isnan(value)) return ".nan";
  if (std::isinf(value)) return value > 0 ? ".inf" : "-.inf";
  std::string text = detail::to_text(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string fixed_text(double value, int digits) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", digits, value);
  return buffer;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) {
    if (&part != parts.data()) text += separator;
    text += part;
  }
  return text;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  for (;;) {
    const std::size_t end = text.find(separator, start);
    parts.emplace_back(text.substr(start, end - start));
    if (end == std::string_view::npos) return parts;
    start = end + 1;
  }
}

std::string_view trim(std::string_view text) {
  const char* spaces = " \t\r\n";
  const std::size_t first = text.find_first_not_of(spaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

std::string printable(std::string_view text) {
  std::string shown;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t length = utf8_length(text, i);
    // C1 control characters (U+0080 to U+009F) move the cursor on some terminals.
    const bool c1 = length == 2 && byte == 0xC2 && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    if (length > 0 && byte >= 0x20 && byte != 0x7F && !c1) {
      shown += text.substr(i, length);
      i += length;
    } else {
      char escape[8];
      if (byte == '\n') {
        std::snprintf(escape, sizeof escape, "\\n");
      } else if (byte == '\t') {
        std::snprintf(escape, sizeof escape, "\\t");
      } else {
        std::snprintf(escape, sizeof escape, "\\x%02x", byte);
      }
      shown += escape;
      ++i;
    }
  }
  return shown;
}

std::string shell_word(std::string_view text) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:=@%+,-";
  const std::string shown = printable(text);
  if (!shown.empty() && shown.find_first_not_of(kPlain) == std::string::npos) return shown;
  std::string quoted = "'";
  for (const char c : shown) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

namespace {

/// Damerau-Levenshtein distance (adjacent swaps count once).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string wanted = lower_case(word.substr(0, 64));
  std::string best;
  std::size_t best_distance = wanted.size() / 3 + 2;  // farther is no longer a slip of the hand
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(wanted, lower_case(candidate));
    if (distance < best_distance && distance < candidate.size()) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string counted(long long count, std::string_view singular, std::string_view plural) {
  std::string text = concat(count, " ", count == 1 ? singular : plural.empty() ? singular : plural);
  if (count != 1 && plural.empty()) text += "s";
  return text;
}

std::string bytes_text(std::uint64_t bytes) {
  const double kibibytes = static_cast<double>(bytes) / 1024;
  if (kibibytes < 1024) return concat(fixed_text(kibibytes, 1), " KiB");
  if (kibibytes < 1024 * 1024) return concat(fixed_text(kibibytes / 1024, 1), " MiB");
  return concat(fixed_text(kibibytes / 1024 / 1024, 1), " GiB");
}

bool glob_match(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0, star = std::string_view::npos, mark = 0;
  while (n < name.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || (pattern[p] == name[n] && pattern[p] != '*'))) {
      ++p;
      ++n;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      mark = n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++mark;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace trainer
