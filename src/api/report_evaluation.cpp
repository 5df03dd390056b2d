#include "api/report_evaluation.h"

#include <algorithm>
#include <string_view>

#include <nlohmann/json.hpp>

#include "api/report.h"
#include "base/text.h"

namespace trainer {
namespace {

constexpr std::size_t kWidestName = 40;

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

}  // namespace

std::string evaluation_json(const EvaluationResult& result) {
  nlohmann::ordered_json json;
  json["split"] = result.split;
  json["count"] = result.count;
  for (const char* name : {"loss", "top1", "top5"}) {
    if (const auto found = result.metrics.find(name); found != result.metrics.end()) {
      json[name] = found->second;
    }
  }
  for (const auto& [name, value] : result.metrics) json[name] = value;
  if (!result.per_class.empty()) {
    auto& rows = json["per_class"] = nlohmann::ordered_json::array();
    for (const EvaluationResult::PerClass& row : result.per_class) {
      rows.push_back({{"class", row.name}, {"recall", row.recall}, {"support", row.support}});
    }
  }
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string evaluation_table(const EvaluationResult& result) {
  std::string text = concat(
      result.split, ": ", counted(result.count, "image"), ", ", metrics_text(result.metrics), "\n");
  if (result.per_class.empty()) return text;
  std::size_t widest = 5;
  for (const auto& row : result.per_class) {
    widest = std::max(widest, std::min(kWidestName, width_of(printable(row.name))));
  }
  text += concat("\n", left("class", widest), "   recall  images\n");
  double recall = 0;
  std::int64_t with_images = 0;
  for (const auto& row : result.per_class) {
    const bool known = row.support > 0;
    text += concat(left(printable(row.name), widest),
                   "  ",
                   right(known ? concat(fixed_text(row.recall * 100, 1), " %") : "-", 7),
                   "  ",
                   right(concat(row.support), 6),
                   "\n");
    recall += known ? row.recall : 0;
    with_images += known ? 1 : 0;
  }
  if (with_images > 0) {
    text += concat(
        left("mean", widest),
        "  ",
        right(concat(fixed_text(recall * 100 / static_cast<double>(with_images), 1), " %"), 7),
        "\n");
  }
  return text;
}

}  // namespace trainer
