#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "data/transforms/pipeline.h"

namespace trainer {

/// What a weights file must carry to be used alone: how to build the network, prepare an image and
/// name the answer. Rides as an extra record in `model.pt` and `ema.pt`, and in `state.json`.
struct ModelCard {
  static constexpr int kFormat = 1;
  static constexpr const char* kRecord = "trainer.json";

  std::string config;                      ///< the resolved configuration, as YAML
  std::vector<std::string> classes;        ///< names by index
  std::vector<std::int64_t> class_counts;  ///< training images of each, which the loss may need
  int channels = 3, height = 0, width = 0;
  /// Size of raw images (idx, cifar) that the transforms take as given; zeros: files of any size.
  int source_height = 0, source_width = 0;
  Normalization normalization;
  std::string weights;  ///< "raw" or "ema"
  bool channels_last = false;
};

nlohmann::json to_json(const ModelCard& card);
/// Throws CheckpointError naming `where` for a missing key or a newer format.
ModelCard model_card_from_json(const nlohmann::json& json, const std::string& where);

}  // namespace trainer
