#include "api/resume.h"

#include <algorithm>

#include <trainer/error.h>

#include "api/schema.h"
#include "base/log.h"
#include "base/text.h"
#include "config/diff.h"

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
      throw CheckpointError(concat(printable(folder), ": written by a newer trainer (state format ",
                                   format, ", this one reads up to ", kStateFormat,
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
  } catch (const json::exception& error) {
    throw CheckpointError(
        concat(printable(folder), "/state.json is incomplete: ", error.what()), folder);
  }
  return point;
}

}  // namespace

json describe_checkpoint(const RunState& state, const ModelCard& card,
                         const RunEnvironment& environment) {
  return {{"format", kStateFormat},
          {"run", to_json(state)},
          {"card", to_json(card)},
          {"environment",
           {{"trainer", environment.trainer_version},
            {"torch", environment.torch_version},
            {"threads", environment.threads},
            {"train_data", environment.train_data},
            {"val_data", environment.val_data}}}};
}

std::optional<ResumePoint> find_resume_point(const FitOptions& options, CheckpointStore& store,
                                             const std::string& run_folder) {
  if (options.resume == "never") {
    if (!store.steps().empty()) {
      throw UsageError(concat(printable(run_folder), " already holds a run, and --resume never "
                              "starts no second one over it: choose another name, remove the "
                              "folder, or leave --resume out to go on with it"));
    }
    return {};
  }
  if (options.resume != "auto") {
    const CheckpointPath path = resolve_checkpoint(options.resume);
    if (path.folder.empty()) {
      throw CheckpointError(concat("--resume ", printable(options.resume),
                                   ": expected a checkpoint folder (checkpoints/step-…), found a "
                                   "weights file; set model.weights to start from it"),
                            options.resume);
    }
    verify_checkpoint(path.folder);
    return read_point(path.folder);
  }
  const NewestCheckpoint newest = store.newest_valid();
  for (const SkippedCheckpoint& skipped : newest.skipped) {
    log_warning(concat("the checkpoint ", printable(skipped.folder), " is damaged and passed over: ",
                       printable(skipped.reason)));
  }
  if (!newest.folder.empty()) return read_point(newest.folder);
  if (!newest.skipped.empty()) {
    throw CheckpointError(concat("no checkpoint in ", printable(run_folder),
                                 " is whole; remove the folder to start anew"),
                          run_folder);
  }
  return {};
}

Config check_changes(const ResumePoint& point, const Config& config,
                     const std::vector<std::string>& allowed) {
  const std::string name = point.folder + "/state.json";
  Config before = [&] {
    try {
      return parse_config(point.card.config, name);
    } catch (const ConfigError& error) {
      throw CheckpointError(concat("the configuration in ", printable(name),
                                   " is not readable by this trainer: ", error.what()),
                            name);
    }
  }();
  std::vector<ConfigMistake> refused;
  for (const ConfigChange& change : config_diff(configuration_table(), before.root(), config.root())) {
    const bool named = std::any_of(allowed.begin(), allowed.end(), [&](const std::string& key) {
      return change.key == key || change.key.starts_with(key + ".");
    });
    if (change.rule == ChangeRule::free || (change.rule == ChangeRule::on_request && named)) {
      log_info(concat("changed since the checkpoint: ", change.key, ": ", change.before, " -> ",
                      change.after));
      continue;
    }
    refused.push_back({.file = change.after_at.file,
                       .line = change.after_at.line,
                       .column = change.after_at.column,
                       .key = change.key,
                       .message = concat("the run was started with ",
                                         change.before.empty() ? "nothing" : change.before,
                                         ", now it is ",
                                         change.after.empty() ? "gone" : change.after),
                       .hint = change.rule == ChangeRule::on_request
                                   ? concat("--allow-change ", change.key,
                                            " goes on with the new value")
                                   : "change it back, or give the new run another name"});
  }
  if (!refused.empty()) throw ConfigError(std::move(refused));
  return before;
}

void check_environment(const ResumePoint& point, const RunEnvironment& now) {
  const RunEnvironment& then = point.environment;
  const auto compare = [&](const std::string& a, const std::string& b, const char* what) {
    if (a == b) return;
    throw CheckpointError(concat("the ", what, " data is not that of the checkpoint ",
                                 printable(point.folder), ": file names, labels or classes differ. "
                                 "Put the data back, or give the new run another name"),
                          point.folder);
  };
  compare(then.train_data, now.train_data, "training");
  compare(then.val_data, now.val_data, "validation");
  if (then.torch_version != now.torch_version) {
    log_warning(concat("the checkpoint was written with LibTorch ", then.torch_version,
                       ", this is ", now.torch_version, ": results may differ in the last bits"));
  }
  if (then.threads != now.threads) {
    log_warning(concat("the checkpoint was written with ", counted(then.threads, "thread"),
                       ", this process has ", now.threads,
                       ": results may differ in the last bits"));
  }
}

}  // namespace trainer
