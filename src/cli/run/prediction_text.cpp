#include "cli/run/prediction_text.h"

#include <cmath>

#include <nlohmann/json.hpp>

#include <trainer/error.h>

#include "base/text.h"
#include "cli/output_file.h"

namespace trainer::cli {
namespace {

std::string as_table(const std::string& path, const PredictionResult& result) {
  if (!result.error.empty()) return concat(printable(path), "  error: ", result.error, "\n");
  std::vector<std::string> parts;
  for (const Prediction& prediction : result.predictions) {
    parts.push_back(concat(
        printable(prediction.class_name), " ", fixed_text(prediction.probability * 100, 1), " %"));
  }
  return concat(printable(path), "  ", join(parts, ", "), "\n");
}

std::string as_csv(const std::string& path, const PredictionResult& result) {
  if (!result.error.empty()) {
    return concat(csv_field(path), ",,,,,", csv_field(result.error), "\n");
  }
  std::string text;
  int rank = 0;
  for (const Prediction& prediction : result.predictions) {
    text += concat(csv_field(path),
                   ",",
                   ++rank,
                   ",",
                   csv_field(prediction.class_name),
                   ",",
                   static_cast<long long>(prediction.index),
                   ",",
                   fixed_text(prediction.probability, 6),
                   ",\n");
  }
  return text;
}

std::string as_json(const std::string& path, const PredictionResult& result, bool logits) {
  nlohmann::ordered_json json;
  json["path"] = path;
  if (!result.error.empty()) {
    json["error"] = result.error;
  } else {
    auto& list = json["predictions"] = nlohmann::ordered_json::array();
    for (const Prediction& prediction : result.predictions) {
      list.push_back({{"class", prediction.class_name},
                      {"index", prediction.index},
                      {"probability", prediction.probability}});
    }
    if (logits) json["logits"] = result.logits;
  }
  // A file name need not be UTF-8, but JSON must be.
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string prediction_header(const std::string& format) {
  return format == "csv" ? concat(kPredictionCsvHeader, "\n") : std::string();
}

std::string prediction_text(const std::string& format,
                            const std::string& path,
                            const PredictionResult& result,
                            bool logits) {
  if (format == "table") return as_table(path, result);
  if (format == "csv") return as_csv(path, result);
  if (format == "jsonl") return as_json(path, result, logits);
  throw InternalError(concat("an unknown format of predictions: ", format));
}

}  // namespace trainer::cli
