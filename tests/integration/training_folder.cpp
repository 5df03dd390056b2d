#include "integration/training_folder.h"

#include <sstream>

namespace trainer::test {
namespace {

using nlohmann::json;

constexpr const char* kConfiguration = R"(seed: 11
data:
  format: synthetic
  samples: 150
  num_classes: 4
  height: 12
  width: 12
  image_channels: 1
  channels: 1
  workers: 2
transforms:
  train: [random_crop: {size: 12, padding: 2}, horizontal_flip, normalize: {mean: [0.5], std: [0.25]}]
  val: [normalize: {mean: [0.5], std: [0.25]}]
model: {name: simple_cnn, batch_norm: true, dropout: 0.3}
optimizer: {name: adamw, lr: 0.003, weight_decay: 0.05}
schedule: {name: cosine, warmup: 5step}
train: {epochs: 7, batch_size: 16, clip_grad_norm: 1.0, ema: {decay: 0.95}}
checkpoint: {every: [1ep, 3step]}
tracking: {every: 4step, samples: true}
)";

}  // namespace

TrainingFolder::TrainingFolder() {
  folder_.write("run.yaml", kConfiguration);
}

Outcome TrainingFolder::fit(const std::vector<std::string>& words) const {
  std::vector<std::string> all = {"fit", "--config", "run.yaml"};
  all.insert(all.end(), words.begin(), words.end());
  Start start;
  start.folder = folder_.path();
  return trainer::test::run(all, start);
}

std::string manifest_sha(const std::filesystem::path& checkpoint, const std::string& file) {
  const json manifest = json::parse(read_text(checkpoint / "manifest.json"));
  return manifest.at("files").at(file).at("sha256").get<std::string>();
}

std::vector<json> json_lines(const std::filesystem::path& file) {
  std::vector<json> lines;
  std::istringstream stream(read_text(file));
  for (std::string line; std::getline(stream, line);) lines.push_back(json::parse(line));
  return lines;
}

std::map<int, std::vector<std::int64_t>> samples_by_epoch(const std::filesystem::path& run) {
  std::map<int, std::vector<std::int64_t>> epochs;
  for (const json& line : json_lines(run / "samples.jsonl")) {
    auto& ids = epochs[line.at("epoch").get<int>()];
    for (const auto& id : line.at("ids")) ids.push_back(id.get<std::int64_t>());
  }
  return epochs;
}

std::vector<json> metrics_without_speed(const std::filesystem::path& run) {
  std::vector<json> lines = json_lines(run / "metrics.jsonl");
  for (json& line : lines) line.erase("images_per_s");
  return lines;
}

}  // namespace trainer::test
