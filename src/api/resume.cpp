#include "api/resume.h"

#include <algorithm>
#include <filesystem>

#include <trainer/error.h>

#include "api/schema.h"
#include "base/file_system.h"
#include "base/log.h"
#include "base/text.h"
#include "config/diff.h"
#include "metrics/monitor.h"

namespace trainer {
namespace {

using nlohmann::json;
constexpr int kStateFormat = 1;

ResumePoint read_point(const std::string& folder) {
  const json j = read_checkpoint_state(folder);
  ResumePoint point;
  point.folder = folder;
  try {
    const int format = j.at("format").get<int>();
    if (format > kStateFormat) {
      throw CheckpointError(concat(printable(folder),
                                   ": written by a newer trainer (state format ",
                                   format,
                                   ", this one reads up to ",
                                   kStateFormat,
                                   "); update trainer to go on"),
                            folder);
    }
    const json& environment = j.at("environment");
    environment.at("trainer").get_to(point.environment.trainer_version);
    environment.at("torch").get_to(point.environment.torch_version);
    environment.at("threads").get_to(point.environment.threads);
    environment.at("train_data").get_to(point.environment.train_data);
    environment.at("val_data").get_to(point.environment.val_data);
    point.state = run_state_from_json(j.at("run"), folder);
    point.card = model_card_from_json(j.at("card"), folder);
    point.environment.normalization = point.card.normalization;
    if (const auto own = environment.find("normalize"); own != environment.end()) {
      own->at("mean").get_to(point.environment.normalization.mean);
      own->at("std").get_to(point.environment.normalization.std);
    }
  } catch (const json::exception& error) {
    throw CheckpointError(concat(printable(folder), "/state.json is incomplete: ", error.what()),
                          folder);
  }
  return point;
}

std::optional<ResumePoint> newest_point(const CheckpointStore& store,
                                        const std::string& run_folder) {
  const NewestCheckpoint newest = store.newest_valid();
  for (const SkippedCheckpoint& skipped : newest.skipped) {
    log_warning(concat("the checkpoint ",
                       printable(skipped.folder),
                       " is damaged and passed over: ",
                       printable(skipped.reason)));
  }
  if (!newest.folder.empty()) return read_point(newest.folder);
  if (!newest.skipped.empty()) {
    throw CheckpointError(concat("no checkpoint in ",
                                 printable(run_folder),
                                 " is whole; remove the folder to start anew"),
                          run_folder);
  }
  return {};
}

void refuse_to_overwrite(const CheckpointStore& store, const std::string& run_folder) {
  const bool trained = path_exists(run_folder + "/metrics.jsonl") ||
                       path_exists(run_folder + "/model.pt") || !store.steps().empty();
  if (!trained) return;
  throw UsageError(concat(printable(run_folder),
                          " already holds a run, and --resume never "
                          "starts no second one over it: choose another name, remove the "
                          "folder, or leave --resume out to go on with it"));
}

/// Whether `folder` holds `checkpoint`, however each is written.
bool holds(const std::string& folder, const std::string& checkpoint) {
  std::error_code absent;
  const auto parent = std::filesystem::weakly_canonical(checkpoint, absent).parent_path();
  return !absent && std::filesystem::equivalent(parent, folder, absent);
}

/// The state of a monitor that has seen `best`, or nothing.
std::map<std::string, double> fresh_monitor(std::optional<double> best) {
  Monitor monitor(Monitor::Options{});
  if (best) monitor.improved(*best);
  return monitor.state();
}

}  // namespace

json describe_checkpoint(const RunState& state,
                         const ModelCard& card,
                         const RunEnvironment& environment) {
  return {{"format", kStateFormat},
          {"run", to_json(state)},
          {"card", to_json(card)},
          {"environment",
           {{"trainer", environment.trainer_version},
            {"torch", environment.torch_version},
            {"threads", environment.threads},
            {"train_data", environment.train_data},
            {"val_data", environment.val_data},
            {"normalize",
             {{"mean", environment.normalization.mean}, {"std", environment.normalization.std}}}}}};
}

std::optional<ResumePoint> find_resume_point(const std::string& resume,
                                             const CheckpointStore& store,
                                             const std::string& run_folder) {
  if (resume == "never") {
    refuse_to_overwrite(store, run_folder);
    return {};
  }
  if (resume == "auto") return newest_point(store, run_folder);
  const std::string own = run_folder + "/checkpoints";
  const std::string given = resume + "/checkpoints";
  std::optional<ResumePoint> point;
  if (path_exists(given)) {
    // The best of that run may be old: what was made since then is not to be lost.
    point = newest_point(CheckpointStore(given), resume);
  }
  if (!point) {
    const CheckpointPath path = resolve_checkpoint(resume);
    if (path.folder.empty()) {
      throw CheckpointError(concat("--resume ",
                                   printable(resume),
                                   ": expected a checkpoint folder (checkpoints/step-…), found a "
                                   "weights file; set model.weights to start from it"),
                            resume);
    }
    verify_checkpoint(path.folder);
    point = read_point(path.folder);
  }
  if (!store.steps().empty() && !holds(own, point->folder)) {
    throw UsageError(concat("--resume ",
                            printable(resume),
                            " is a checkpoint of another run, and ",
                            printable(run_folder),
                            " already holds one: give this run another "
                            "name, or resume from a checkpoint of its own"));
  }
  return point;
}

Config check_changes(const ResumePoint& point,
                     const Config& config,
                     const std::vector<std::string>& allowed) {
  const std::string name = point.folder + "/state.json";
  Config before = [&] {
    try {
      return parse_config(point.card.config, name);
    } catch (const ConfigError& error) {
      throw CheckpointError(concat("the configuration in ",
                                   printable(name),
                                   " is not readable by this trainer: ",
                                   error.what()),
                            name);
    }
  }();
  std::vector<ConfigMistake> refused;
  for (const ConfigChange& change :
       config_diff(configuration_table(), before.root(), config.root())) {
    const bool named = std::any_of(allowed.begin(), allowed.end(), [&](const std::string& key) {
      return change.key == key || change.key.starts_with(key + ".");
    });
    if (change.rule == ChangeRule::free || (change.rule == ChangeRule::on_request && named)) {
      log_info(concat(
          "changed since the checkpoint: ", change.key, ": ", change.before, " -> ", change.after));
      continue;
    }
    refused.push_back(
        {.file = change.after_at.file,
         .line = change.after_at.line,
         .column = change.after_at.column,
         .key = change.key,
         .message = concat("the run was started with ",
                           change.before.empty() ? "nothing" : change.before,
                           ", now it is ",
                           change.after.empty() ? "gone" : change.after),
         .hint = change.rule == ChangeRule::on_request
                     ? concat("--allow-change ", change.key, " goes on with the new value")
                     : "change it back, or give the new run another name"});
  }
  if (!refused.empty()) throw ConfigError(std::move(refused));
  return before;
}

bool end_has_changed(const Config& before, const Config& now) {
  const auto changes = config_diff(configuration_table(), before.root(), now.root());
  return std::any_of(changes.begin(), changes.end(), [](const ConfigChange& change) {
    return change.key == "train.epochs" || change.key == "train.max_steps" ||
           change.key == "train.max_time" || change.key.starts_with("early_stop");
  });
}

void forget_changed_monitors(RunState& state, const RunOptions& before, const RunOptions& now) {
  if (before.checkpoint.monitor != now.checkpoint.monitor ||
      before.checkpoint.mode != now.checkpoint.mode) {
    state.best.clear();
    state.monitor = fresh_monitor({});
    state.schedule.erase("best");  // plateau's, of the same metric
  }
  if (before.early_stop && now.early_stop &&
      (before.early_stop->monitor != now.early_stop->monitor ||
       before.early_stop->mode != now.early_stop->mode)) {
    state.early_stop = fresh_monitor({});
  }
}

void adopt_checkpoints(ResumePoint& point, CheckpointStore& store) {
  RunState& state = point.state;
  const std::vector<std::int64_t> all = store.steps();
  const auto later =
      std::count_if(all.begin(), all.end(), [&](std::int64_t step) { return step > state.step; });
  if (later > 0) {
    log_info(concat("removed ",
                    counted(later, "checkpoint"),
                    " after step ",
                    state.step,
                    ": the run goes on from there"));
  }
  store.discard_after(state.step);
  const std::vector<std::int64_t> steps = store.steps();
  const auto there = [&](std::int64_t step) {
    return std::binary_search(steps.begin(), steps.end(), step);
  };
  const auto gone =
      std::erase_if(state.best, [&](const BestCheckpoint& best) { return !there(best.step); });
  if (gone > 0) {
    state.monitor =
        state.best.empty() ? fresh_monitor({}) : fresh_monitor(state.best.front().value);
  }
  if (there(state.step)) store.mark_last(state.step);
  if (!state.best.empty()) store.mark_best(state.best.front().step);
}

void check_environment(const ResumePoint& point, const RunEnvironment& now) {
  const RunEnvironment& then = point.environment;
  const auto compare = [&](const std::string& a, const std::string& b, const char* what) {
    if (a == b) return;
    throw CheckpointError(concat("the ",
                                 what,
                                 " data is not that of the checkpoint ",
                                 printable(point.folder),
                                 ": file names, labels or classes differ. "
                                 "Put the data back, or give the new run another name"),
                          point.folder);
  };
  compare(then.train_data, now.train_data, "training");
  compare(then.val_data, now.val_data, "validation");
  if (then.torch_version != now.torch_version) {
    log_warning(concat("the checkpoint was written with LibTorch ",
                       then.torch_version,
                       ", this is ",
                       now.torch_version,
                       ": results may differ in the last bits"));
  }
  if (then.threads != now.threads) {
    log_warning(concat("the checkpoint was written with ",
                       counted(then.threads, "thread"),
                       ", this process has ",
                       now.threads,
                       ": results may differ in the last bits"));
  }
}

}  // namespace trainer
