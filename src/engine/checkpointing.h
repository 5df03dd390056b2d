#pragma once
#include <optional>
#include <string>
#include <vector>

#include "checkpoint/checkpoint_store.h"
#include "engine/model_card.h"
#include "network/executor.h"
#include "optim/ema.h"
#include "optim/optimizer.h"
#include "weights/pt_file.h"

namespace trainer {

/// The tensors of a run; a checkpoint is taken of them and put back into them.
struct RunTensors {
  NetworkModule& network;
  Optimizer& optimizer;
  Ema* ema;
};

/// model.pt (raw weights), ema.pt where the average is on, and optimizer.pt, with the card in both
/// weights files.
std::vector<CheckpointFile> checkpoint_files(const RunTensors& tensors, const ModelCard& card);

/// Puts the tensors of a step folder back. Everything is checked before anything changes. Throws
/// CheckpointError.
void restore_tensors(const RunTensors& tensors,
                     const std::string& folder,
                     std::int64_t ema_updates);

/// The card of a weights file. Throws CheckpointError when it has none.
ModelCard read_model_card(const PtFile& file);

}  // namespace trainer
