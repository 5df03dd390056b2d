#include "data/check/class_table.h"

#include <algorithm>
#include <unordered_map>

#include "base/text.h"

namespace trainer {
namespace {

constexpr std::int64_t kFewImages = 10;
constexpr std::int64_t kImbalance = 100;

bool is_training(const std::string& split) {
  return split == "train" || split == "all";
}

const DataReport::ClassImages& largest_of(const ClassTable& table, std::size_t split) {
  return *std::max_element(
      table.classes.begin(), table.classes.end(), [split](const auto& a, const auto& b) {
        return a.images[split] < b.images[split];
      });
}

/// Why a class has few images, or nothing.
std::string few_reason(std::int64_t count,
                       const DataReport::ClassImages& largest,
                       std::int64_t most) {
  if (count < kFewImages) {
    return concat(counted(static_cast<long long>(count), "image"), ", fewer than ", kFewImages);
  }
  if (count * kImbalance < most) {
    return concat(counted(static_cast<long long>(count), "image"),
                  ", less than 1/",
                  kImbalance,
                  " of the ",
                  most,
                  " of the largest class (",
                  printable(largest.name),
                  ")");
  }
  return {};
}

void judge_split(const ClassTable& table,
                 const std::vector<CheckedSplit>& splits,
                 std::size_t split,
                 bool allow_empty_classes,
                 std::vector<DataFinding>& findings) {
  const std::string& name = splits[split].name;
  const DataReport::ClassImages& largest = largest_of(table, split);
  for (std::size_t c = 0; c < table.classes.size(); ++c) {
    const DataReport::ClassImages& item = table.classes[c];
    const std::int64_t count = item.images[split];
    DataFinding finding;
    finding.split = name;
    finding.class_name = item.name;
    if (count == 0 && is_training(name)) {
      // What only another split has is said of that split.
      if (c >= table.first_classes) continue;
      finding.kind =
          allow_empty_classes ? DataFindingKind::missing_class : DataFindingKind::empty_class;
      finding.reason = allow_empty_classes ? "no images; allowed by data.allow_empty_classes"
                                           : "no images; add some, remove the class, or set "
                                             "data.allow_empty_classes: true";
    } else if (count == 0) {
      finding.kind = DataFindingKind::missing_class;
      finding.reason = concat("no images in ", name, ": its accuracy there is unknown");
    } else {
      finding.kind = DataFindingKind::few_images;
      if (is_training(name)) finding.reason = few_reason(count, largest, largest.images[split]);
      if (finding.reason.empty()) continue;
    }
    findings.push_back(std::move(finding));
  }
}

}  // namespace

ClassTable count_classes(const std::vector<CheckedSplit>& splits) {
  ClassTable table;
  std::unordered_map<std::string, std::size_t> index_of;
  for (std::size_t split = 0; split < splits.size(); ++split) {
    const Dataset& dataset = *splits[split].dataset;
    std::vector<std::size_t> class_of_label;
    for (const std::string& name : dataset.class_names()) {
      const auto [place, is_new] = index_of.emplace(name, table.classes.size());
      if (is_new) table.classes.push_back({name, std::vector<std::int64_t>(splits.size(), 0)});
      class_of_label.push_back(place->second);
    }
    if (split == 0) table.first_classes = table.classes.size();
    for (std::int64_t i = 0; i < dataset.size(); ++i) {
      const std::size_t c = class_of_label.at(static_cast<std::size_t>(dataset.label(i)));
      ++table.classes[c].images[split];
      table.of_sample.push_back(static_cast<std::int32_t>(c));
    }
  }
  return table;
}

std::vector<DataFinding> judge_classes(const ClassTable& table,
                                       const std::vector<CheckedSplit>& splits,
                                       bool allow_empty_classes) {
  std::vector<DataFinding> findings;
  if (table.classes.empty()) return findings;
  for (std::size_t split = 0; split < splits.size(); ++split) {
    judge_split(table, splits, split, allow_empty_classes, findings);
  }
  return findings;
}

}  // namespace trainer
