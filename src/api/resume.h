#pragma once
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <trainer/config.h>

#include "api/run_options.h"
#include "checkpoint/checkpoint_store.h"
#include "data/transforms/pipeline.h"
#include "engine/model_card.h"
#include "engine/run_state.h"

namespace trainer {

/// What a checkpoint must share with the process that goes on from it, for the same bits.
struct RunEnvironment {
  std::string trainer_version;
  std::string torch_version;
  int threads = 0;
  std::string train_data, val_data;  ///< fingerprints; empty: no such data
  Normalization normalization;       ///< of training images: `auto` measured it once for the run
};

/// A checkpoint that a run goes on from.
struct ResumePoint {
  std::string folder;
  RunState state;
  ModelCard card;
  RunEnvironment environment;
};

/// state.json of a checkpoint.
nlohmann::json describe_checkpoint(const RunState& state,
                                   const ModelCard& card,
                                   const RunEnvironment& environment);

/// Where a run goes on, by `--resume`: the newest whole checkpoint of the run folder (`auto`),
/// none (`never`; UsageError where the folder holds a run), the given one, or the newest of the
/// given run folder. Empty: a fresh start. Damaged newer checkpoints are named in the log; when all
/// are damaged that is a CheckpointError, never a silent fresh start. Another run's checkpoint is
/// refused with UsageError where this run already has its own.
std::optional<ResumePoint> find_resume_point(const std::string& resume,
                                             const CheckpointStore& store,
                                             const std::string& run_folder);

/// Compares the configuration of the checkpoint with the present one. Throws ConfigError with the
/// differences that a resume may not have; logs the others. Gives the earlier configuration.
Config check_changes(const ResumePoint& point,
                     const Config& config,
                     const std::vector<std::string>& allowed);

/// Whether what ends a run (epochs, steps, time, early stopping) has changed: then a finished run
/// goes on.
bool end_has_changed(const Config& before, const Config& now);

/// What was the best by another metric says nothing of the present one: where a monitor has
/// changed, its memory is emptied. Both have their monitors settled.
void forget_changed_monitors(RunState& state, const RunOptions& before, const RunOptions& now);

/// Makes the checkpoints in `store` those of a run that stands at `point`: later ones are removed,
/// the state forgets the best ones that are no longer there, and `last` and `best` point to the
/// right ones, which a kill right after a save may have prevented.
void adopt_checkpoints(ResumePoint& point, CheckpointStore& store);

/// Throws CheckpointError where the data is another one; warns where bits may differ.
void check_environment(const ResumePoint& point, const RunEnvironment& now);

}  // namespace trainer
