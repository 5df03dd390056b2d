#include "engine/eval_loop.h"

#include <ATen/core/grad_mode.h>
#include <c10/core/InferenceMode.h>
#include <torch/types.h>

#include "base/stop.h"
#include "metrics/accumulate.h"

namespace trainer {
namespace {

/// Evaluation mode while it lives.
class EvalScope {
 public:
  explicit EvalScope(NetworkModule& network) : network_(network), training_(network.is_training()) {
    network_.eval();
  }
  ~EvalScope() { network_.train(training_); }
  EvalScope(const EvalScope&) = delete;
  EvalScope& operator=(const EvalScope&) = delete;

 private:
  NetworkModule& network_;
  bool training_;
};

EvaluationResult report(const EvaluationAccumulator& sums, const EvalLoopOptions& options) {
  EvaluationResult result;
  result.split = options.split;
  result.count = sums.count();
  result.metrics = {{"loss", sums.loss()},
                    {"top1", sums.top1()},
                    {"top5", sums.top5()},
                    {"macro_recall", sums.macro_recall()}};
  std::erase_if(result.metrics, [&](const auto& metric) {
    return !options.metrics.empty() && metric.first != "loss" &&
           !options.metrics.contains(metric.first);
  });
  for (std::size_t i = 0; i < options.classes.size(); ++i) {
    const auto label = static_cast<std::int64_t>(i);
    result.per_class.push_back({options.classes[i], sums.support(label), sums.recall(label)});
  }
  return result;
}

}  // namespace

std::optional<EvaluationResult> run_eval_loop(NetworkModule& network,
                                              const Loss& loss,
                                              BatchSource& batches,
                                              DeviceStage& stage,
                                              const EvalLoopOptions& options,
                                              ProgressSink& progress) {
  const EvalScope eval(network);
  const c10::InferenceMode inference;
  EvaluationAccumulator sums(static_cast<std::int64_t>(options.classes.size()));
  EvaluationProgress shown{options.split, 0, options.total_images};
  progress.evaluation_started(shown);
  batches.seek(1, 0);
  batches.stop_after(1);
  for (std::int64_t done = 0; !options.limit_batches || done < *options.limit_batches; ++done) {
    if (stop_requested()) return {};
    const Batch* batch = batches.next();
    if (batch == nullptr) break;
    if (batch->count == 0) continue;
    const DeviceStage::Inputs inputs = stage.put(*batch);
    const at::Tensor logits = network.forward(inputs.images);
    sums.add_loss(loss.sum(logits, inputs.labels).item<double>(), loss.normaliser(batch->labels));
    accumulate(sums, logits, batch->labels, batch->valid);
    shown.images += batch->count;
    progress.evaluation_advanced(shown);
  }
  EvaluationResult result = report(sums, options);
  progress.evaluation_ended(result);
  return result;
}

}  // namespace trainer
