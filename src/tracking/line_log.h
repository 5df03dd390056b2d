#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/file_system.h"
#include "tracking/run_tracker.h"

namespace trainer {

/// What identifies a line of a log, or nothing when the line is none (torn, damaged).
struct LineKey {
  std::int64_t step = 0;
  std::string split;
};
using ReadLineKey = std::function<std::optional<LineKey>(std::string_view line)>;

/// A text file with one record a line. On a resume it drops, atomically, the lines of later steps
/// and those that are damaged; a line of the resume step that is already there is not added twice.
/// A record that the disk does not take waits in memory: `add` warns once and goes on, `sync`
/// throws FileError.
class LineLog {
 public:
  /// `header` is the first line of a new file; empty: none.
  LineLog(std::string path,
          std::string_view header,
          const ReadLineKey& read_key,
          std::optional<std::int64_t> resume_step);
  /// Whether a record of this step and split was kept at the resume.
  bool has(std::int64_t step, const std::string& split) const;
  /// `lines` end with a newline.
  void add(std::string_view lines);
  void sync() { file_.sync(); }

 private:
  std::set<std::pair<std::int64_t, std::string>> kept_;  // filled while path_ is made
  std::string path_;
  AppendFile file_;
  bool warned_ = false;
};

/// One JSON object a line: step, epoch, split, then the values. JSON has no NaN and no infinity:
/// they are `null`.
std::string json_line(const MetricsRecord& record);
std::optional<LineKey> read_json_line(std::string_view line);

/// A line `step,epoch,split,name,value` for each value.
std::string csv_lines(const MetricsRecord& record);
std::optional<LineKey> read_csv_line(std::string_view line);
inline constexpr std::string_view kCsvHeader = "step,epoch,split,name,value";

/// {"step":…,"epoch":…,"ids":[…]}
std::string samples_line(std::int64_t step,
                         std::int64_t epoch,
                         const std::vector<std::int64_t>& ids);

}  // namespace trainer
