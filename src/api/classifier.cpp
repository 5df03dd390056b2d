#include "api/classifier.h"

#include <trainer/error.h>

#include "api/data_set_up.h"
#include "api/model_set_up.h"
#include "base/text.h"
#include "checkpoint/checkpoint_store.h"
#include "engine/checkpointing.h"
#include "weights/state_dict.h"

namespace trainer {
namespace {

std::string weights_file(const CheckpointPath& path, const std::string& weights) {
  if (!path.file.empty()) return path.file;
  const bool averaged = has_checkpoint_file(path.folder, "ema.pt");
  if (weights == "ema" && !averaged) {
    throw CheckpointError(concat(printable(path.folder),
                                 " has no averaged weights (ema.pt): the "
                                 "run had no train.ema; use --weights raw or leave it out"),
                          path.folder);
  }
  return path.folder + (averaged && weights != "raw" ? "/ema.pt" : "/model.pt");
}

Config card_config(const ModelCard& card, const std::string& file) {
  try {
    return parse_config(card.config, file);
  } catch (const ConfigError& error) {
    throw CheckpointError(concat("the configuration in ",
                                 printable(file),
                                 " is not readable by this trainer (an own component that was not "
                                 "registered?): ",
                                 error.what()),
                          file);
  }
}

}  // namespace

Classifier load_classifier(const std::string& checkpoint, const std::string& weights) {
  if (weights != "auto" && weights != "ema" && weights != "raw") {
    throw UsageError(
        concat("unknown weights \"", printable(weights), "\": expected auto, ema or raw"));
  }
  const CheckpointPath path = resolve_checkpoint(checkpoint);
  if (!path.folder.empty()) verify_checkpoint(path.folder);
  Classifier classifier;
  classifier.file = weights_file(path, weights);
  const PtFile file = read_pt(classifier.file);
  classifier.card = read_model_card(file);
  if (weights != "auto" && classifier.card.weights != weights) {
    throw CheckpointError(concat(printable(classifier.file),
                                 " holds ",
                                 classifier.card.weights,
                                 " weights, ",
                                 weights,
                                 " were asked for"),
                          classifier.file);
  }
  const Config config = card_config(classifier.card, classifier.file);
  classifier.run = read_run_options(config);
  classifier.run.model.weights.reset();
  classifier.run.model.freeze.clear();
  const ModelCard& card = classifier.card;
  classifier.pipeline = make_val_pipeline(
      classifier.run, {card.source_height, card.source_width, card.channels}, card.normalization);
  classifier.network =
      make_network(classifier.run,
                   config,
                   describe_network(classifier.run, config, *classifier.pipeline, card.classes),
                   card.channels_last);
  load_state_dict(state_dict(*classifier.network), file);
  classifier.network->eval();
  return classifier;
}

}  // namespace trainer
