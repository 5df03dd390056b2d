#include "data/sources/csv.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <unordered_map>

#include <unistd.h>

#include <trainer/error.h>

#include "base/file_system.h"
#include "base/log.h"
#include "base/text.h"
#include "data/sources/class_list.h"
#include "data/sources/csv_reader.h"
#include "data/sources/file_dataset.h"
#include "data/sources/file_reader.h"
#include "data/sources/scan_progress.h"

namespace trainer {
namespace {

constexpr std::uint64_t kMaxCsv = std::uint64_t{4} << 30;

struct Row {
  std::string path, label;
  int line = 0;
};

struct Columns {
  std::size_t count = 0, path = 0, label = 0;
  std::optional<std::size_t> split;
};

std::string read_text(const std::string& path) {
  if (!path_exists(path)) {
    throw DataError(concat(printable(path),
                           ": there is no such file; expected a csv file with the header "
                           "path,label[,split]"),
                    path);
  }
  std::vector<std::uint8_t> bytes;
  read_whole_file(path, kMaxCsv, bytes);
  return {bytes.begin(), bytes.end()};
}

Columns read_header(CsvReader& reader) {
  std::vector<std::string> names;
  if (!reader.next(names)) reader.fail("expected the header path,label[,split]; the file is empty");
  Columns columns;
  columns.count = names.size();
  const auto place = [&](std::string_view wanted) -> std::optional<std::size_t> {
    const auto first = std::find(names.begin(), names.end(), wanted);
    if (first == names.end()) return std::nullopt;
    if (std::find(first + 1, names.end(), wanted) != names.end()) {
      reader.fail(concat("the header has the column ", wanted, " twice"));
    }
    return static_cast<std::size_t>(first - names.begin());
  };
  const auto path = place("path"), label = place("label");
  if (!path || !label) {
    const std::string found = join(names, ",");
    const bool other_separator = names.size() == 1 && found.find_first_of(";\t|") != found.npos;
    reader.fail(concat("expected the header path,label[,split], found \"",
                       printable(found),
                       other_separator ? "\"; fields are separated by commas" : "\""));
  }
  columns.path = *path;
  columns.label = *label;
  columns.split = place("split");
  for (const std::string& name : names) {
    if (name == "path" || name == "label" || name == "split") continue;
    log_warning(concat("the column \"",
                       printable(name),
                       "\" of a csv file is not used; known are "
                       "path, label and split"));
  }
  return columns;
}

/// The split that a row names, in the words of the configuration.
std::string row_split(const CsvReader& reader, const std::string& text) {
  if (text == "validation" || text == "valid") return "val";
  if (text != "train" && text != "val" && text != "test") {
    reader.fail(concat("split: expected train, val or test, found \"", printable(text), "\""));
  }
  return text;
}

/// Calls `take(row, split)` for every row; `split` is empty without that column.
template <class Take>
void for_each_row(const std::string& text, const std::string& path, Take take) {
  CsvReader reader(text, path);
  const Columns columns = read_header(reader);
  std::vector<std::string> fields;
  while (reader.next(fields)) {
    if (fields.size() != columns.count) {
      reader.fail(concat("expected ",
                         static_cast<long long>(columns.count),
                         " fields as in the header, found ",
                         static_cast<long long>(fields.size())));
    }
    Row row{fields[columns.path], fields[columns.label], reader.line()};
    if (row.path.empty()) reader.fail("the path is empty");
    if (row.path.find('\0') != row.path.npos) reader.fail("the path holds a zero byte");
    if (row.label.empty()) reader.fail("the label is empty");
    take(std::move(row), columns.split ? row_split(reader, fields[*columns.split]) : std::string());
  }
}

std::vector<Row> read_rows(const DatasetRequest& request) {
  std::vector<Row> rows;
  std::size_t all = 0;
  for_each_row(read_text(request.path), request.path, [&](Row row, const std::string& split) {
    ++all;
    if (split.empty() || split == request.split) rows.push_back(std::move(row));
  });
  if (rows.empty()) {
    const std::string found = all == 0 ? std::string("no rows below the header")
                                       : concat(counted(static_cast<long long>(all), "row"),
                                                ", but none with the split ",
                                                request.split);
    throw DataError(concat(printable(request.path),
                           ": expected rows for the ",
                           split_word(request.split),
                           " images, found ",
                           found),
                    request.path);
  }
  return rows;
}

void check_files(const std::vector<Row>& rows,
                 const std::string& folder,
                 const DatasetRequest& request) {
  constexpr std::size_t kShown = 5;
  ScanProgress progress(request.path);
  std::vector<std::string> missing;
  std::size_t count = 0;
  for (const Row& row : rows) {
    progress.count(static_cast<std::int64_t>(&row - rows.data()));
    const std::string path = join_path(folder, row.path);
    if (::access(path.c_str(), R_OK) == 0) continue;
    if (++count <= kShown) {
      missing.push_back(
          concat("\n  line ", row.line, ": ", printable(path), ": ", std::strerror(errno)));
    }
  }
  if (count == 0) return;
  throw DataError(concat(printable(request.path),
                         ": ",
                         counted(static_cast<long long>(count), "image"),
                         " of ",
                         static_cast<long long>(rows.size()),
                         " cannot be read (paths are relative to the csv file):",
                         join(missing, ""),
                         count > kShown ? "\n  …" : ""),
                  request.path);
}

void warn_about_repeats(const std::vector<Row>& rows, const std::string& file) {
  std::unordered_map<std::string_view, const Row*> first;
  long long repeats = 0, conflicts = 0;
  std::string example;
  for (const Row& row : rows) {
    const auto [place, is_new] = first.emplace(row.path, &row);
    if (is_new) continue;
    ++repeats;
    if (place->second->label != row.label) ++conflicts;
    if (example.empty()) example = concat("lines ", place->second->line, " and ", row.line);
  }
  if (repeats == 0) return;
  log_warning(concat(printable(file),
                     ": ",
                     counted(repeats, "path"),
                     " listed more than once, ",
                     conflicts,
                     " of them with another label (first: ",
                     example,
                     ")"));
}

}  // namespace

bool csv_has_split(const std::string& path, const std::string& split) {
  bool found = false;
  for_each_row(read_text(path), path, [&](const Row&, const std::string& row) {
    found = found || row == split;
  });
  return found;
}

std::shared_ptr<Dataset> open_csv(const DatasetRequest& request) {
  const std::vector<Row> rows = read_rows(request);
  const std::size_t slash = request.path.rfind('/');
  const std::string folder =
      slash == std::string::npos ? std::string() : request.path.substr(0, slash + 1);
  check_files(rows, folder, request);
  warn_about_repeats(rows, request.path);

  FoundClasses found;
  found.place = request.path;
  std::unordered_map<std::string, std::size_t> places;
  for (const Row& row : rows) {
    const auto [place, is_new] = places.emplace(row.label, found.classes.size());
    if (is_new) found.classes.push_back({row.label, 0});
    ++found.classes[place->second].images;
  }
  const ClassMap map = map_classes(found, request);
  auto dataset = std::make_shared<FileDataset>(folder, map.names);
  for (const Row& row : rows) dataset->add(row.path, map.index_of[places.at(row.label)]);
  log_info(concat(request.split,
                  ": ",
                  counted(static_cast<long long>(rows.size()), "image"),
                  " in ",
                  counted(static_cast<long long>(map.names.size()), "class", "classes"),
                  " (",
                  printable(request.path),
                  ")"));
  return dataset;
}

}  // namespace trainer
