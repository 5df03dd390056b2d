#include "data/sources/csv_reader.h"

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {

CsvReader::CsvReader(std::string_view text, std::string name)
    : text_(text), name_(std::move(name)) {
  if (text_.starts_with("\xef\xbb\xbf")) text_.remove_prefix(3);
}

void CsvReader::fail(const std::string& problem) const {
  throw DataError(concat(printable(name_), ":", record_line_, ": ", problem), name_);
}

bool CsvReader::at_line_end() const {
  return at_ >= text_.size() || text_[at_] == '\n' ||
         (text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n');
}

void CsvReader::skip_line_end() {
  if (at_ < text_.size() && text_[at_] == '\r') ++at_;
  if (at_ < text_.size()) ++at_;
  ++line_;
}

bool CsvReader::next(std::vector<std::string>& fields) {
  fields.clear();
  while (at_ < text_.size() && at_line_end()) skip_line_end();
  if (at_ >= text_.size()) return false;
  record_line_ = line_;
  for (;;) {
    fields.push_back(read_field());
    if (at_line_end()) break;
    if (text_[at_] != ',') fail("a field in quotes must be followed by a comma or the line's end");
    ++at_;
  }
  skip_line_end();
  return true;
}

std::string CsvReader::read_field() {
  if (at_ < text_.size() && text_[at_] == '"') return read_quoted_field();
  const std::size_t begin = at_;
  while (!at_line_end() && text_[at_] != ',') {
    if (text_[at_] == '"') fail("a quote inside a field that does not begin with one");
    ++at_;
  }
  return std::string(text_.substr(begin, at_ - begin));
}

std::string CsvReader::read_quoted_field() {
  std::string field;
  for (++at_; at_ < text_.size(); ++at_) {
    if (text_[at_] == '\n') ++line_;
    if (text_[at_] != '"') {
      field += text_[at_];
    } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
      field += '"';
      ++at_;
    } else {
      ++at_;
      return field;
    }
  }
  fail("a quote is opened but never closed");
}

}  // namespace trainer
