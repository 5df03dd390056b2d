#pragma once
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace trainer {

namespace detail {
/// One argument of `concat`, rendered: numbers in their shortest form that reads back the same.
struct TextPiece {
  TextPiece(std::string_view text) : value(text) {}    // NOLINT(google-explicit-constructor)
  TextPiece(const std::string& text) : value(text) {}  // NOLINT(google-explicit-constructor)
  TextPiece(const char* text) : value(text) {}         // NOLINT(google-explicit-constructor)
  TextPiece(char character) : value(1, character) {}   // NOLINT(google-explicit-constructor)
  TextPiece(bool value);                               // NOLINT(google-explicit-constructor)
  TextPiece(int value);                                // NOLINT(google-explicit-constructor)
  TextPiece(long value);                               // NOLINT(google-explicit-constructor)
  TextPiece(long long value);                          // NOLINT(google-explicit-constructor)
  TextPiece(unsigned value);                           // NOLINT(google-explicit-constructor)
  TextPiece(unsigned long value);                      // NOLINT(google-explicit-constructor)
  TextPiece(unsigned long long value);                 // NOLINT(google-explicit-constructor)
  TextPiece(double value);                             // NOLINT(google-explicit-constructor)
  std::string value;
};
std::string concat_pieces(std::initializer_list<TextPiece> pieces);
}  // namespace detail

/// Text from pieces: `concat("batch of ", n, " images")`. Usable beside LibTorch's headers, where
/// the system's fmt is not.
template <class... Pieces>
std::string concat(const Pieces&... pieces) {
  return detail::concat_pieces({detail::TextPiece(pieces)...});
}

/// The shortest decimal form that reads back as the same double; always with a point or exponent
/// ("0.1", "1.0", "1e-05").
std::string number_text(double value);
/// A fixed number of digits after the point.
std::string fixed_text(double value, int digits);

std::string join(const std::vector<std::string>& parts, std::string_view separator);
std::string lower_case(std::string_view text);
std::vector<std::string> split(std::string_view text, char separator);
std::string_view trim(std::string_view text);

/// `text` with control characters, newlines, ANSI escapes and bytes that are no UTF-8 shown as
/// \n, \x1b, …: safe to print, whatever a file was called.
std::string printable(std::string_view text);

/// `text`, printable, as one word of a shell's command line: in quotes where it needs them.
std::string shell_word(std::string_view text);

/// A field of a csv file, quoted where RFC 4180 asks for it.
std::string csv_field(const std::string& text);

/// The candidate nearest to `word` by edit distance (case ignored), or empty when none is near
/// enough to be what was meant.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// "1 image", "2 images".
std::string counted(long long count, std::string_view singular, std::string_view plural = {});

/// "12.5 MiB": with one digit after the point, in KiB, MiB or GiB.
std::string bytes_text(std::uint64_t bytes);

/// Glob match of a whole name: `*` any run, `?` one character; everything else is itself.
bool glob_match(std::string_view pattern, std::string_view name);

}  // namespace trainer
