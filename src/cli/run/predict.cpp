#include <algorithm>

#include <trainer/error.h>
#include <trainer/predictor.h>

#include "base/file_system.h"
#include "base/log.h"
#include "base/text.h"
#include "cli/output.h"
#include "cli/run/inputs.h"
#include "cli/run/prediction_text.h"
#include "cli/run/run.h"

namespace trainer::cli {
namespace {

/// Where answers go: to stdout as they come, or to a file that appears whole at the end.
class Answers {
 public:
  explicit Answers(std::string file) : file_(std::move(file)) {}
  void add(const std::string& text) {
    if (file_.empty()) {
      write_result(text);
    } else {
      content_ += text;
    }
  }
  void finish() const {
    if (file_.empty()) return;
    try {
      write_result_files([&] { write_file_atomic(file_, content_); });
    } catch (const DataError&) {
      // They may have taken an hour.
      write_result(content_);
      throw;
    }
    log_info(concat("wrote ", printable(file_)));
  }

 private:
  std::string file_, content_;
};

/// Answers for inputs [from, to), in order; those that are no image already have their error.
std::vector<PredictionResult> classify(const Predictor& predictor,
                                       const std::vector<Input>& inputs,
                                       std::size_t from,
                                       std::size_t to,
                                       int top_k) {
  std::vector<PredictionResult> results(to - from);
  std::vector<std::string> paths;
  for (std::size_t i = from; i < to; ++i) {
    if (inputs[i].error.empty()) paths.push_back(inputs[i].path);
    results[i - from].error = inputs[i].error;
  }
  if (paths.empty()) return results;
  std::vector<PredictionResult> answers = predictor.predict_batch(paths, top_k);
  TRAINER_ASSERT(answers.size() == paths.size(), "one answer for each image");
  auto next = answers.begin();
  for (std::size_t i = from; i < to; ++i) {
    if (inputs[i].error.empty()) results[i - from] = std::move(*next++);
  }
  return results;
}

}  // namespace

int run_predict(const Arguments& arguments) {
  const PredictArguments& predict = arguments.predict;
  const Predictor predictor =
      Predictor::load(predict.checkpoint, {predict.device, predict.weights});
  const std::vector<Input> inputs = find_inputs(predict.inputs);
  Answers answers(predict.output);
  answers.add(prediction_header(predict.format));
  std::size_t unreadable = 0;
  for (std::size_t from = 0; from < inputs.size();) {
    const std::size_t to =
        std::min(inputs.size(), from + static_cast<std::size_t>(predict.batch_size));
    const auto results = classify(predictor, inputs, from, to, predict.top_k);
    for (std::size_t i = from; i < to; ++i) {
      const PredictionResult& result = results[i - from];
      unreadable += result.error.empty() ? 0 : 1;
      answers.add(prediction_text(predict.format, inputs[i].path, result, predict.logits));
    }
    from = to;
    if (!predict.output.empty()) show_progress_line(concat(to, "/", inputs.size(), " images"));
  }
  show_progress_line("");
  answers.finish();
  if (unreadable == 0) return static_cast<int>(ExitCode::done);
  log_error(concat(counted(static_cast<long long>(unreadable), "input"),
                   " of ",
                   inputs.size(),
                   " could not be classified; each is named in its place in the results"));
  return static_cast<int>(ExitCode::data);
}

}  // namespace trainer::cli
