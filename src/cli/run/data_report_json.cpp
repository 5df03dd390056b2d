#include "cli/run/data_report_json.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/output_file.h"

namespace trainer::cli {
namespace {

using nlohmann::ordered_json;

ordered_json counts_json(const std::vector<DataCount>& counts) {
  ordered_json object = ordered_json::object();
  for (const DataCount& count : counts) object[count.name] = count.images;
  return object;
}

ordered_json class_json(const DataReport& report, const DataReport::ClassImages& item) {
  ordered_json images = ordered_json::object();
  for (std::size_t i = 0; i < report.splits.size(); ++i) {
    images[report.splits[i].name] = item.images[i];
  }
  return {{"class", item.name}, {"images", std::move(images)}};
}

ordered_json finding_json(const DataFinding& finding) {
  ordered_json object;
  object["finding"] = data_finding_name(finding.kind);
  object["level"] = is_problem(finding.kind) ? "problem" : "warning";
  if (!finding.path.empty()) object["path"] = finding.path;
  object["split"] = finding.split;
  if (!finding.class_name.empty()) object["class"] = finding.class_name;
  object["reason"] = finding.reason;
  if (!finding.other.empty()) {
    object["copy_of"] = finding.other;
    object["same_bytes"] = finding.same_bytes;
  }
  return object;
}

bool may_be_removed(const DataFinding& finding) {
  if (finding.path.empty()) return false;
  switch (finding.kind) {
    case DataFindingKind::unreadable:
    case DataFindingKind::empty_file:
    case DataFindingKind::not_an_image:
    case DataFindingKind::truncated:
    case DataFindingKind::corrupt:
    case DataFindingKind::too_large:
    case DataFindingKind::animated:
    case DataFindingKind::leak:
    case DataFindingKind::label_conflict:
    case DataFindingKind::duplicate:
    case DataFindingKind::dead_link:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::string data_report_json(const DataReport& report) {
  ordered_json json;
  json["images"] = report.images();
  json["problems"] = report.problems();
  json["warnings"] = report.warnings();
  json["splits"] = counts_json(report.splits);
  ordered_json& classes = json["classes"] = ordered_json::array();
  for (const auto& item : report.classes) classes.push_back(class_json(report, item));
  json["formats"] = counts_json(report.formats);
  json["modes"] = counts_json(report.modes);
  json["short_sides"] = counts_json(report.short_sides);
  json["aspects"] = counts_json(report.aspects);
  ordered_json& findings = json["findings"] = ordered_json::array();
  for (const DataFinding& finding : report.findings) findings.push_back(finding_json(finding));
  // A file name need not be UTF-8, but JSON must be.
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string data_report_csv(const DataReport& report) {
  std::string text = concat(kFindingCsvHeader, "\n");
  for (const DataFinding& finding : report.findings) {
    if (!may_be_removed(finding)) continue;
    text += concat(csv_field(finding.path),
                   ",",
                   finding.split,
                   ",",
                   csv_field(finding.class_name),
                   ",",
                   data_finding_name(finding.kind),
                   ",",
                   csv_field(finding.reason),
                   "\n");
  }
  return text;
}

}  // namespace trainer::cli
