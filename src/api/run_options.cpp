#include "api/run_options.h"

#include "base/text.h"
#include "config/load.h"

namespace trainer {

const OptionTable& RunOptions::options() {
  using O = RunOptions;
  static const OptionTable table =
      OptionTableOf<O>()
          .add("name", &O::name, "name of the run and its folder; auto: the file's name")
          .free_to_change()
          .add("seed", &O::seed, "of everything random: weights, order, augmentation, dropout")
          .at_least(0)
          .add("deterministic", &O::deterministic, "only algorithms that give the same every time")
          .add("device", &O::device, "where to compute; auto: the best there is")
          .choices({"auto", "cpu"})
          .changeable_on_request()
          .add("output", &O::output, "folder of all run folders")
          .path()
          .free_to_change()
          .add("data", &O::data, "the images and how they are read")
          .add("transforms", &O::transforms, "from image to network input")
          .add("model", &O::model, "the network")
          .add("loss", &O::loss, "what training minimises")
          .add("optimizer", &O::optimizer, "how the weights follow the gradient")
          .add("schedule", &O::schedule, "how the learning rate changes")
          .add("train", &O::train, "length and step of the training")
          .add("evaluate", &O::evaluate, "validation during the training")
          .add("checkpoint", &O::checkpoint, "what is saved, and when")
          .add("early_stop", &O::early_stop, "stop when validation no longer improves")
          .changeable_on_request()
          .add("tracking", &O::tracking, "records of the training");
  return table;
}

RunOptions read_run_options(const Config& config) {
  return read_options<RunOptions>(config.root());
}

std::string default_checkpoint_monitor(const EvaluationOptions& evaluate, bool has_validation) {
  if (!has_validation) return "train/loss";
  return concat("val/", evaluate.metrics.empty() ? std::string("loss") : evaluate.metrics.front());
}

std::string default_early_stop_monitor(bool has_validation) {
  return has_validation ? "val/loss" : "train/loss";
}

void settle_monitors(RunOptions& options, const Config& config, bool has_validation) {
  Mistakes mistakes;
  const auto settle = [&](std::string& monitor, const std::string& key, std::string fallback) {
    if (monitor == "auto") monitor = std::move(fallback);
    if (has_validation || !monitor.starts_with("val/")) return;
    mistakes.add(config.at(key).position,
                 key,
                 concat("there is no validation data for ", printable(monitor)),
                 "set data.val or data.split, or monitor train/loss");
  };
  settle(options.checkpoint.monitor,
         "checkpoint.monitor",
         default_checkpoint_monitor(options.evaluate, has_validation));
  if (options.early_stop) {
    settle(options.early_stop->monitor,
           "early_stop.monitor",
           default_early_stop_monitor(has_validation));
  }
  if (!mistakes.empty()) throw explained(config, ConfigError(mistakes.list()));
}

}  // namespace trainer
