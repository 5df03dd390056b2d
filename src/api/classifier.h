#pragma once
#include <memory>
#include <string>

#include "api/run_options.h"
#include "data/transforms/pipeline.h"
#include "engine/model_card.h"
#include "network/executor.h"

namespace trainer {

/// A trained network and all that it carries, ready to evaluate or predict.
struct Classifier {
  RunOptions run;
  ModelCard card;
  std::string file;                          ///< the weights file it came from
  std::shared_ptr<NetworkModule> network;    ///< in evaluation mode
  std::shared_ptr<const Pipeline> pipeline;  ///< the evaluation transforms
};

/// Loads a run folder (its best checkpoint), a checkpoint folder or a weights file. `weights`: auto
/// (the average where there is one), ema or raw. Throws CheckpointError.
Classifier load_classifier(const std::string& checkpoint, const std::string& weights);

}  // namespace trainer
