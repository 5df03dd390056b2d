#pragma once
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <trainer/config.h>
#include <trainer/fit.h>

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
};

/// A checkpoint that a run goes on from.
struct ResumePoint {
  std::string folder;
  RunState state;
  ModelCard card;
  RunEnvironment environment;
};

/// state.json of a checkpoint.
nlohmann::json describe_checkpoint(const RunState& state, const ModelCard& card,
                                   const RunEnvironment& environment);

/// Where a run goes on, by `--resume`: the newest whole checkpoint of the run folder (`auto`),
/// none (`never`; UsageError where the folder has one), or the given one. Empty: a fresh start.
/// Damaged newer checkpoints are named in the log and removed; when all are damaged that is a
/// CheckpointError, never a silent fresh start.
std::optional<ResumePoint> find_resume_point(const FitOptions& options, CheckpointStore& store,
                                             const std::string& run_folder);

/// Compares the configuration of the checkpoint with the present one. Throws ConfigError with the
/// differences that a resume may not have; logs the others. Gives the earlier configuration.
Config check_changes(const ResumePoint& point, const Config& config,
                     const std::vector<std::string>& allowed);

/// Throws CheckpointError where the data is another one; warns where bits may differ.
void check_environment(const ResumePoint& point, const RunEnvironment& now);

}  // namespace trainer
