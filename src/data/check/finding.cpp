#include <algorithm>

#include <trainer/data_check.h>

namespace trainer {

const char* data_finding_name(DataFindingKind kind) {
  switch (kind) {
    case DataFindingKind::unusable_split:
      return "unusable_split";
    case DataFindingKind::empty_class:
      return "empty_class";
    case DataFindingKind::unreadable:
      return "unreadable";
    case DataFindingKind::empty_file:
      return "empty_file";
    case DataFindingKind::not_an_image:
      return "not_an_image";
    case DataFindingKind::truncated:
      return "truncated";
    case DataFindingKind::corrupt:
      return "corrupt";
    case DataFindingKind::too_large:
      return "too_large";
    case DataFindingKind::animated:
      return "animated";
    case DataFindingKind::leak:
      return "leak";
    case DataFindingKind::label_conflict:
      return "label_conflict";
    case DataFindingKind::duplicate:
      return "duplicate";
    case DataFindingKind::dead_link:
      return "dead_link";
    case DataFindingKind::missing_class:
      return "missing_class";
    case DataFindingKind::few_images:
      return "few_images";
    case DataFindingKind::wrong_extension:
      return "wrong_extension";
    case DataFindingKind::first_frame_only:
      return "first_frame_only";
    case DataFindingKind::tiny:
      return "tiny";
    case DataFindingKind::elongated:
      return "elongated";
  }
  return "";
}

bool is_problem(DataFindingKind kind) {
  return kind <= DataFindingKind::animated;
}

std::int64_t DataReport::images() const {
  std::int64_t sum = 0;
  for (const DataCount& split : splits) sum += split.images;
  return sum;
}

std::int64_t DataReport::problems() const {
  return std::count_if(findings.begin(), findings.end(), [](const DataFinding& finding) {
    return is_problem(finding.kind);
  });
}

std::int64_t DataReport::warnings() const {
  return static_cast<std::int64_t>(findings.size()) - problems();
}

}  // namespace trainer
