#pragma once
#include <string>

#include <trainer/predictor.h>

namespace trainer::cli {

/// What stands before the first answer: the csv's header, else nothing.
std::string prediction_header(const std::string& format);

/// The answer for one input in `format` (table, csv, jsonl), with its newline.
std::string prediction_text(const std::string& format,
                            const std::string& path,
                            const PredictionResult& result,
                            bool logits);

}  // namespace trainer::cli
