#include "tracking/line_log.h"

#include <charconv>
#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

#include "base/log.h"
#include "base/text.h"

namespace trainer {
namespace {

/// Rewrites the file without the lines that a resume drops; returns the keys of those of the resume
/// step, or of later ones that stayed.
std::set<std::pair<std::int64_t, std::string>> cut(const std::string& path,
                                                   std::string_view header,
                                                   const ReadLineKey& read_key,
                                                   std::int64_t resume_step) {
  std::set<std::pair<std::int64_t, std::string>> kept_keys;
  if (!path_exists(path)) return kept_keys;
  const std::string before = read_file(path, std::numeric_limits<std::int64_t>::max());
  std::string kept;
  std::size_t damaged = 0;
  for (std::size_t at = 0; at < before.size();) {
    const std::size_t end = before.find('\n', at);
    if (end == std::string::npos) break;  // torn by a kill
    const std::string_view line(before.data() + at, end - at);
    at = end + 1;
    const bool is_header = !header.empty() && line == header;
    const std::optional<LineKey> key = is_header ? std::nullopt : read_key(line);
    if (!is_header && !key) ++damaged;
    if (!is_header && (!key || key->step > resume_step)) continue;
    if (key && key->step == resume_step) kept_keys.emplace(key->step, key->split);
    kept += line;
    kept += '\n';
  }
  if (damaged > 0) {
    log_warning(concat(
        printable(path), ": dropped ", counted(static_cast<long long>(damaged), "damaged line")));
  }
  if (kept.size() != before.size()) write_file_atomic(path, kept);
  return kept_keys;
}

std::string prepared(std::string path,
                     std::string_view header,
                     const ReadLineKey& read_key,
                     std::optional<std::int64_t> resume_step,
                     std::set<std::pair<std::int64_t, std::string>>& kept) {
  if (resume_step) {
    kept = cut(path, header, read_key, *resume_step);
  } else if (path_exists(path)) {
    remove_all(path);
  }
  return path;
}

}  // namespace

LineLog::LineLog(std::string path,
                 std::string_view header,
                 const ReadLineKey& read_key,
                 std::optional<std::int64_t> resume_step)
    : path_(prepared(std::move(path), header, read_key, resume_step, kept_)), file_(path_) {
  if (!header.empty() && file_.size() == 0) add(concat(header, "\n"));
}

bool LineLog::has(std::int64_t step, const std::string& split) const {
  return kept_.count({step, split}) > 0;
}

void LineLog::add(std::string_view lines) {
  file_.append(lines);
  try {
    file_.flush();
    warned_ = false;
  } catch (const FileError& error) {
    if (!warned_)
      log_warning(concat(error.what(), "; training goes on, the records wait in memory"));
    warned_ = true;
  }
}

std::string json_line(const MetricsRecord& record) {
  nlohmann::ordered_json json;
  json["step"] = record.step;
  json["epoch"] = record.epoch;
  json["split"] = record.split;
  for (const auto& [name, value] : record.values) json[name] = value;
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::optional<LineKey> read_json_line(std::string_view line) {
  const auto json = nlohmann::json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("step") || !json["step"].is_number_integer()) return {};
  const auto split = json.find("split");
  const bool has_split = split != json.end() && split->is_string();
  return LineKey{json["step"].get<std::int64_t>(), has_split ? split->get<std::string>() : ""};
}

std::string csv_lines(const MetricsRecord& record) {
  std::string lines;
  for (const auto& [name, value] : record.values) {
    const std::string number = std::isnan(value)   ? "nan"
                               : std::isinf(value) ? (value > 0 ? "inf" : "-inf")
                                                   : number_text(value);
    lines +=
        concat(record.step, ",", record.epoch, ",", record.split, ",", name, ",", number, "\n");
  }
  return lines;
}

std::optional<LineKey> read_csv_line(std::string_view line) {
  const std::vector<std::string> cells = split(line, ',');
  if (cells.size() != 5) return {};
  LineKey key{0, cells[2]};
  const char* end = cells[0].data() + cells[0].size();
  const auto parsed = std::from_chars(cells[0].data(), end, key.step);
  if (parsed.ec != std::errc() || parsed.ptr != end) return {};
  return key;
}

std::string samples_line(std::int64_t step,
                         std::int64_t epoch,
                         const std::vector<std::int64_t>& ids) {
  std::string line = concat("{\"step\":", step, ",\"epoch\":", epoch, ",\"ids\":[");
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (i > 0) line += ',';
    line += concat(ids[i]);
  }
  return line + "]}\n";
}

}  // namespace trainer
