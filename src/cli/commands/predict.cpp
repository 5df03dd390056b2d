#include <CLI/CLI.hpp>

#include <trainer/error.h>

#include "cli/command.h"
#include "cli/option_checks.h"
#include "cli/output_file.h"

namespace trainer::cli {
namespace {

/// "…  hat 93.0 %, …": a line of the table.
bool is_table_line(std::string_view line) {
  if (line.find("  ") == line.npos || !line.ends_with(" %")) return false;
  const std::string_view number = line.substr(0, line.size() - 2);
  const std::size_t from = number.find_last_not_of("0123456789.") + 1;
  const std::string_view digits = number.substr(from);
  return from > 0 && number[from - 1] == ' ' && digits.size() >= 3 &&
         digits[digits.size() - 2] == '.' && digits.find('.') == digits.size() - 2;
}

/// As predictions are written, which other programs that write JSON do not.
bool is_json_line(std::string_view line) {
  return line.starts_with("{\"path\":\"") && (line.find("\",\"predictions\":[") != line.npos ||
                                              line.find("\",\"error\":\"") != line.npos);
}

/// Whether a file that begins with this line was written by `predict`, in any of its formats.
bool is_prediction(std::string_view line) {
  return line == kPredictionCsvHeader || is_json_line(line) || is_table_line(line);
}

}  // namespace

Command predict_command() {
  Command command;
  command.name = "predict";
  command.summary = "classify images";
  command.usage = "--checkpoint PATH INPUT...";
  command.example = "trainer predict --checkpoint runs/resnet18-clothing photo.jpg holiday/";
  command.define = [](CLI::App& app, Arguments& arguments) {
    PredictArguments& predict = arguments.predict;
    app.add_option("--checkpoint",
                   predict.checkpoint,
                   "a run folder (its best), a checkpoint folder, or a model.pt")
        ->type_name("PATH");
    require_whole_number(
        *app.add_option("-k,--top-k", predict.top_k, "classes to name for each image, best first")
             ->type_name("K")
             ->capture_default_str(),
        1);
    add_choice(app, "--format", predict.format, {"table", "csv", "jsonl"}, "how to print them")
        ->capture_default_str();
    app.add_flag(
        "--logits", predict.logits, "with jsonl: also the network's raw outputs by class index");
    require_whole_number(*app.add_option("--batch-size", predict.batch_size, "images at a time")
                              ->type_name("N")
                              ->capture_default_str(),
                         1);
    add_choice(app, "--device", predict.device, {"auto", "cpu"}, "where to compute")
        ->capture_default_str();
    add_choice(app,
               "--weights",
               predict.weights,
               {"auto", "ema", "raw"},
               "auto: the average (EMA) where the run has one")
        ->capture_default_str();
    app.add_option("-o,--output", predict.output, "write here in place of stdout")
        ->type_name("FILE");
    app.add_option("INPUT",
                   predict.inputs,
                   "image files, and folders to search for images; what cannot be read is named in "
                   "its place and makes the exit code 3")
        ->type_name("");
  };
  command.check = [](const Arguments& arguments) {
    const PredictArguments& predict = arguments.predict;
    require_given(predict.checkpoint, "predict", "--checkpoint PATH");
    if (predict.inputs.empty()) {
      throw UsageError(
          "trainer predict needs at least one INPUT: an image file or a folder of images");
    }
    if (predict.logits && predict.format != "jsonl") {
      throw UsageError("--logits goes with --format jsonl");
    }
    if (!predict.output.empty()) check_output_file("predict", predict.output, is_prediction);
  };
  return command;
}

}  // namespace trainer::cli
