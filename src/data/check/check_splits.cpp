#include "data/check/check_splits.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "data/check/class_table.h"
#include "data/check/copies.h"
#include "data/check/histograms.h"

namespace trainer {
namespace {

/// What a finding about one sample has before its own words.
DataFinding finding_at(std::size_t sample,
                       DataFindingKind kind,
                       const ScanResult& scan,
                       const std::vector<CheckedSplit>& splits,
                       const ClassTable& table) {
  const std::size_t split = scan.split_of(sample);
  DataFinding finding;
  finding.kind = kind;
  finding.path = splits[split].dataset->name(static_cast<std::int64_t>(sample - scan.first[split]));
  finding.split = splits[split].name;
  finding.class_name = table.classes[static_cast<std::size_t>(table.of_sample[sample])].name;
  return finding;
}

DataFinding copy_finding(const Copy& copy,
                         const ScanResult& scan,
                         const std::vector<CheckedSplit>& splits,
                         const ClassTable& table) {
  const DataFinding other = finding_at(copy.of, copy.kind, scan, splits, table);
  DataFinding finding = finding_at(copy.sample, copy.kind, scan, splits, table);
  finding.other = other.path;
  finding.same_bytes = copy.same_bytes;
  finding.reason =
      concat(copy.same_bytes ? "the same file content as " : "the same pixels, in other bytes, as ",
             printable(other.path));
  if (copy.kind == DataFindingKind::leak) finding.reason += concat(" of ", other.split);
  if (copy.kind == DataFindingKind::label_conflict) {
    finding.reason += concat(" of class \"", printable(other.class_name), "\"");
  }
  return finding;
}

}  // namespace

DataReport check_splits(const std::vector<CheckedSplit>& splits, const SplitCheckOptions& options) {
  ScanResult scan = scan_splits(splits, options.scan);
  ClassTable table = count_classes(splits);
  DataReport report;
  for (const CheckedSplit& split : splits) {
    report.splits.push_back({split.name, split.dataset->size()});
  }
  for (ScanResult::Said& said : scan.findings) {
    DataFinding finding = finding_at(said.sample, said.finding.kind, scan, splits, table);
    finding.reason = std::move(said.finding.reason);
    report.findings.push_back(std::move(finding));
  }
  for (const Copy& copy : find_copies(scan, splits, table.of_sample)) {
    report.findings.push_back(copy_finding(copy, scan, splits, table));
  }
  for (DataFinding& finding : judge_classes(table, splits, options.allow_empty_classes)) {
    report.findings.push_back(std::move(finding));
  }
  count_properties(scan.records, report);
  report.classes = std::move(table.classes);
  sort_findings(report);
  return report;
}

void sort_findings(DataReport& report) {
  std::stable_sort(report.findings.begin(),
                   report.findings.end(),
                   [](const DataFinding& a, const DataFinding& b) { return a.kind < b.kind; });
}

}  // namespace trainer
