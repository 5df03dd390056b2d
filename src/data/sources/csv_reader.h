#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace trainer {

/// Reads comma-separated records as RFC 4180 has them: quoted fields may hold commas, quotes
/// (doubled) and line breaks; lines end with LF or CRLF; a byte order mark and empty lines are
/// passed over. Throws DataError with file and line on anything else.
class CsvReader {
 public:
  /// `text` must outlive the reader; `name` stands for the file in messages.
  CsvReader(std::string_view text, std::string name);

  /// The next record; false at the end.
  bool next(std::vector<std::string>& fields);
  /// Line on which the last record began, from 1.
  int line() const { return record_line_; }
  /// Throws DataError naming file and line.
  [[noreturn]] void fail(const std::string& problem) const;

 private:
  std::string read_field();
  std::string read_quoted_field();
  bool at_line_end() const;
  void skip_line_end();

  std::string_view text_;
  std::string name_;
  std::size_t at_ = 0;
  int line_ = 1;
  int record_line_ = 1;
};

}  // namespace trainer
