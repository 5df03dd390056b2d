#include "cli/run/data_report_text.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace trainer::cli {
namespace {

constexpr std::size_t kShownPaths = 10;
constexpr std::size_t kShownClasses = 50;
constexpr std::size_t kWidestName = 40;
constexpr std::size_t kBar = 30;

/// What a section is called and what to do about it.
struct Heading {
  const char* title;
  const char* advice;
};

Heading heading_of(DataFindingKind kind) {
  switch (kind) {
    case DataFindingKind::unusable_split:
      return {"splits that cannot be used", "correct the folder, file or class names"};
    case DataFindingKind::empty_class:
      return {"classes without images", "training refuses them"};
    case DataFindingKind::unreadable:
      return {"unreadable files", "correct their permissions, or remove them"};
    case DataFindingKind::empty_file:
      return {"empty files", "copy them again, or remove them"};
    case DataFindingKind::not_an_image:
      return {"no images of a supported format", "fetch, convert or remove them"};
    case DataFindingKind::truncated:
      return {"truncated images", "copy them again, or remove them"};
    case DataFindingKind::corrupt:
      return {"corrupt images", "copy them again, or remove them"};
    case DataFindingKind::too_large:
      return {"images that are too large", "scale them down, or remove them"};
    case DataFindingKind::animated:
      return {"animations that are not supported", "save one frame as PNG"};
    case DataFindingKind::leak:
      return {"leaks between splits", "the result would look better than it is; remove these"};
    case DataFindingKind::label_conflict:
      return {"one picture in two classes", "only one label can be right"};
    case DataFindingKind::duplicate:
      return {"duplicates within a split", "they count more than others; remove these"};
    case DataFindingKind::dead_link:
      return {"links that lead nowhere", "what they stand for is missing; mend or remove them"};
    case DataFindingKind::missing_class:
      return {"classes missing in a split", "nothing is learnt or measured there"};
    case DataFindingKind::few_images:
      return {"classes with few training images", "add images, or weigh the classes"};
    case DataFindingKind::wrong_extension:
      return {"wrong extensions", "they are read by content; rename them for other programs"};
    case DataFindingKind::first_frame_only:
      return {"several frames or pages", "only the first is seen"};
    case DataFindingKind::tiny:
      return {"tiny images", "little can be seen in them"};
    case DataFindingKind::elongated:
      return {"very long or tall images", "a crop shows little of them"};
  }
  return {"", ""};
}

/// Columns, counted in code points: class names are in any language.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

std::string left(const std::string& text, std::size_t width) {
  const std::size_t used = width_of(text);
  return used < width ? text + std::string(width - used, ' ') : text;
}

std::string right(const std::string& text, std::size_t width) {
  const std::size_t used = width_of(text);
  return used < width ? std::string(width - used, ' ') + text : text;
}

std::string bar(std::int64_t value, std::int64_t largest) {
  if (value <= 0 || largest <= 0) return {};
  const double share = static_cast<double>(value) / static_cast<double>(largest);
  const auto length = std::max<std::size_t>(1, static_cast<std::size_t>(share * kBar + 0.5));
  std::string text;
  for (std::size_t i = 0; i < length; ++i) text += "█";
  return text;
}

std::string subject_of(const DataFinding& finding) {
  if (!finding.path.empty()) return printable(finding.path);
  return concat(printable(finding.class_name), " (", finding.split, ")");
}

/// A message of several lines, such as one with an expected tree, stays under its bullet.
std::string indented(std::string text) {
  for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1)) {
    text.insert(at + 1, "  ");
  }
  return text;
}

std::string finding_line(const DataFinding& finding) {
  // Messages about a whole split begin with its path.
  if (finding.kind == DataFindingKind::unusable_split) {
    return concat("  ", finding.split, ": ", indented(finding.reason), "\n");
  }
  return concat("  ", subject_of(finding), ": ", finding.reason, "\n");
}

std::string sections(const DataReport& report, bool all) {
  std::string text;
  const auto& findings = report.findings;
  for (std::size_t begin = 0; begin < findings.size();) {
    const DataFindingKind kind = findings[begin].kind;
    std::size_t end = begin;
    while (end < findings.size() && findings[end].kind == kind) ++end;
    const std::size_t count = end - begin;
    const Heading heading = heading_of(kind);
    text += concat(is_problem(kind) ? "problem: " : "warning: ",
                   heading.title,
                   ": ",
                   count,
                   " (",
                   data_finding_name(kind),
                   "; ",
                   heading.advice,
                   ")\n");
    const std::size_t shown = all ? count : std::min(count, kShownPaths);
    for (std::size_t i = begin; i < begin + shown; ++i) text += finding_line(findings[i]);
    if (shown < count) text += concat("  … and ", count - shown, " more; --all shows them\n");
    text += "\n";
    begin = end;
  }
  return text;
}

/// Which classes to show: all, or of very many the largest and the smallest.
std::vector<const DataReport::ClassImages*> shown_classes(const DataReport& report, bool all) {
  std::vector<const DataReport::ClassImages*> shown;
  for (const auto& item : report.classes) shown.push_back(&item);
  if (all || shown.size() <= kShownClasses) return shown;
  std::stable_sort(shown.begin(), shown.end(), [](const auto* a, const auto* b) {
    return a->images.front() > b->images.front();
  });
  const auto half = static_cast<std::ptrdiff_t>(kShownClasses / 2);
  shown.erase(shown.begin() + half, shown.end() - half);
  return shown;
}

std::string class_table(const DataReport& report, bool all) {
  constexpr std::size_t kColumn = 9;
  const auto shown = shown_classes(report, all);
  std::size_t widest = 5;
  std::int64_t largest = 0;
  for (const auto* item : shown) {
    widest = std::max(widest, std::min(kWidestName, width_of(printable(item->name))));
    largest = std::max(largest, item->images.front());
  }
  std::string text = left("class", widest);
  for (const DataCount& split : report.splits) text += right(split.name, kColumn);
  text += "\n";
  for (std::size_t row = 0; row < shown.size(); ++row) {
    const auto& item = *shown[row];
    if (shown.size() < report.classes.size() && row == shown.size() / 2) {
      text += concat("… ",
                     report.classes.size() - shown.size(),
                     " more; these are the largest and the smallest, --all shows every class\n");
    }
    text += left(printable(item.name), widest);
    for (const std::int64_t images : item.images) text += right(concat(images), kColumn);
    const std::string length = bar(item.images.front(), largest);
    text += concat(length.empty() ? "" : "  ", length, "\n");
  }
  text += left("all", widest);
  for (const DataCount& split : report.splits) text += right(concat(split.images), kColumn);
  return text + "\n\n";
}

/// Rows from the first to the last that has images.
std::string histogram(const std::string& title, const std::vector<DataCount>& counts) {
  const auto filled = [](const DataCount& count) { return count.images > 0; };
  const auto begin = std::find_if(counts.begin(), counts.end(), filled);
  const auto end = std::find_if(counts.rbegin(), counts.rend(), filled).base();
  if (begin == counts.end()) return {};
  std::size_t widest = 0;
  std::int64_t largest = 0;
  for (auto at = begin; at != end; ++at) {
    widest = std::max(widest, width_of(at->name));
    largest = std::max(largest, at->images);
  }
  std::string text = concat(title, "\n");
  for (auto at = begin; at != end; ++at) {
    const std::string length = bar(at->images, largest);
    text += concat("  ",
                   left(at->name, widest),
                   right(concat(at->images), 9),
                   length.empty() ? "" : "  ",
                   length,
                   "\n");
  }
  return text + "\n";
}

std::string list(const std::string& title, const std::vector<DataCount>& counts) {
  std::vector<std::string> parts;
  for (const DataCount& count : counts) parts.push_back(concat(count.name, " ", count.images));
  return parts.empty() ? std::string() : concat(title, ": ", join(parts, ", "), "\n");
}

bool has_rotated(const DataReport& report) {
  return std::any_of(report.modes.begin(), report.modes.end(), [](const DataCount& mode) {
    return mode.name == "EXIF-rotated";
  });
}

}  // namespace

std::string data_report_text(const DataReport& report, bool all) {
  std::string text = sections(report, all);
  text += class_table(report, all);
  text += histogram("short side in pixels", report.short_sides);
  text += histogram("width to height", report.aspects);
  text += list("formats", report.formats);
  text += list("colours", report.modes);
  if (has_rotated(report)) {
    text += "(EXIF-rotated images are seen as they are stored, unless data.exif is apply)\n";
  }
  return concat(text,
                "checked ",
                counted(report.images(), "image"),
                " of ",
                counted(static_cast<long long>(report.classes.size()), "class", "classes"),
                " in ",
                counted(static_cast<long long>(report.splits.size()), "split"),
                ": ",
                counted(report.problems(), "problem"),
                ", ",
                counted(report.warnings(), "warning"),
                "\n");
}

}  // namespace trainer::cli
