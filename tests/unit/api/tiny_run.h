#pragma once
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <ATen/Parallel.h>
#include <nlohmann/json.hpp>

#include <trainer/config.h>
#include <trainer/fit.h>

#include "unit/base/temp_folder.h"

namespace trainer::test {

/// Images of a few pixels: a second thread would only be waited for.
inline const bool kSingleThread = (at::set_num_threads(1), true);

inline std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A run on a few generated images, in a folder of its own: 7 steps an epoch, dropout, batch norm,
/// augmentation and an average of the weights.
class TinyRun {
 public:
  explicit TinyRun(std::string name = "tiny") : name_(std::move(name)) {}

  Config config(const std::vector<std::string>& overrides = {}) const {
    std::vector<std::string> all = {"name=" + name_, "output=" + output_.path()};
    all.insert(all.end(), overrides.begin(), overrides.end());
    return parse_config(kText, "run.yaml", all);
  }
  FitResult fit(const std::vector<std::string>& overrides = {}, FitOptions options = {}) const {
    Trainer trainer(config(overrides));
    return fit(trainer, std::move(options));
  }
  static FitResult fit(Trainer& trainer, FitOptions options = {}) {
    options.show_progress = false;
    return trainer.fit(options);
  }
  /// Stops after `steps` steps of the run.
  FitResult fit_until(std::int64_t steps, const std::vector<std::string>& overrides = {}) const {
    Trainer trainer(config(overrides));
    trainer.on_step_end([steps](const StepReport& report) {
      if (report.step == steps) Trainer::request_stop();
    });
    return fit(trainer);
  }

  std::string folder() const { return output_ / name_; }
  std::string output() const { return output_.path(); }
  std::string checkpoint(std::int64_t step) const {
    const std::string digits = std::to_string(step);
    return folder() + "/checkpoints/step-" + std::string(8 - digits.size(), '0') + digits;
  }
  std::string link(const std::string& name) const {
    return std::filesystem::read_symlink(folder() + "/checkpoints/" + name).string();
  }
  std::string file(const std::string& name) const { return text_of(folder() + "/" + name); }
  /// The state of the newest checkpoint, without what depends on the clock.
  nlohmann::json state() const {
    auto json = nlohmann::json::parse(file("checkpoints/last/state.json")).at("run");
    json.erase("elapsed_seconds");
    return json;
  }
  std::vector<nlohmann::json> records(const std::string& split) const {
    std::vector<nlohmann::json> records;
    std::istringstream lines(file("metrics.jsonl"));
    for (std::string line; std::getline(lines, line);) {
      auto record = nlohmann::json::parse(line);
      if (record.at("split") == split) records.push_back(std::move(record));
    }
    return records;
  }

 private:
  static constexpr const char* kText = R"(seed: 3
data: {format: synthetic, samples: 52, num_classes: 3, height: 8, width: 8, workers: 1}
transforms:
  train: [horizontal_flip, normalize: imagenet]
  val: [normalize: imagenet]
model: {name: simple_cnn, width: 4, hidden: [8], batch_norm: true, dropout: 0.2}
optimizer: {name: sgd, lr: 0.05, momentum: 0.9}
schedule: {name: cosine}
train: {epochs: 2, batch_size: 8, ema: {decay: 0.9}}
checkpoint: {every: [1ep]}
tracking: {every: 3step, tensorboard: false}
)";
  TempFolder output_{TempFolder::in_memory()};
  std::string name_;
};

}  // namespace trainer::test
