#include <trainer/error.h>
#include <trainer/fit.h>

#include "api/boundary.h"
#include "api/call_scopes.h"
#include "api/classifier.h"
#include "api/data_set_up.h"
#include "api/report.h"
#include "base/text.h"
#include "engine/eval_loop.h"
#include "engine/torch_setup.h"
#include "loss/loss.h"

namespace trainer {
namespace {

EvaluationResult evaluate_classifier(Classifier& classifier,
                                     const EvaluateOptions& options,
                                     ProgressSink& progress) {
  RunOptions& run = classifier.run;
  const auto dataset = open_split(run, options.split, classifier.card.classes, options.data);
  const int batch = options.batch_size.value_or(run.train.batch_size);
  if (batch < 1) throw UsageError(concat("expected a batch size >= 1, got ", batch));
  const c10::Device device = resolve_device(options.device);
  Loader loader(dataset,
                make_sequential_sampler(dataset->size()),
                classifier.pipeline,
                eval_loader_options(run, batch));
  DeviceStage stage(device, classifier.pipeline->normalization(), classifier.card.channels_last);
  const auto loss = make_loss(run.loss, classifier.card.class_counts);
  loss->to(device);
  EvalLoopOptions loop;
  loop.split = options.split;
  loop.classes = classifier.card.classes;
  loop.total_images = dataset->size();
  auto result = run_eval_loop(*classifier.network, *loss, loader, stage, loop, progress);
  if (!result) throw Error(ExitCode::interrupted, "the evaluation was stopped before its end");
  return *result;
}

}  // namespace

EvaluationResult evaluate(const std::string& checkpoint, const EvaluateOptions& options) {
  if (options.split != "train" && options.split != "val" && options.split != "test") {
    throw UsageError(
        concat("unknown split \"", printable(options.split), "\": expected train, val or test"));
  }
  return at_boundary([&] {
    const StopScope stop;
    const QuietScope quiet(!options.show_progress);
    set_up_torch({});
    Classifier classifier = load_classifier(checkpoint, options.weights);
    TerminalProgress terminal;
    ProgressSink silent;
    ProgressSink& progress = options.show_progress ? static_cast<ProgressSink&>(terminal) : silent;
    const ProgressScope shown(progress);
    return evaluate_classifier(classifier, options, progress);
  });
}

}  // namespace trainer
