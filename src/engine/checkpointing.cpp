#include "engine/checkpointing.h"

#include <map>

#include <nlohmann/json.hpp>

#include <trainer/error.h>

#include "base/text.h"
#include "weights/pt_file.h"
#include "weights/state_dict.h"
#include "weights/tensor_io.h"

namespace trainer {
namespace {

PtOptions with_card(const std::string& name, ModelCard card, const std::string& weights) {
  card.weights = weights;
  PtOptions options;
  options.name = name;
  options.extra[ModelCard::kRecord] = to_json(card).dump();
  return options;
}

/// The update of a step may overflow although its gradients were finite.
void require_finite(const NamedTensors& tensors) {
  for (const auto& [name, tensor] : tensors) {
    if (!tensor.is_floating_point() || at::isfinite(tensor).all().item<bool>()) continue;
    throw NumericError(concat(printable(name),
                              " has become Inf or NaN, so no checkpoint is written from it. Lower "
                              "optimizer.lr, or set train.clip_grad_norm"));
  }
}

/// The average under the network's names in the network's order, as a state_dict has them.
NamedTensors ordered_average(const Ema& ema, const NetworkModule& network) {
  std::map<std::string, at::Tensor> average;
  for (const auto& [name, tensor] : ema.tensors()) average.emplace(name, tensor);
  NamedTensors ordered;
  for (const auto& [name, tensor] : state_dict(network)) {
    ordered.emplace_back(name, average.at(name));
  }
  return ordered;
}

}  // namespace

std::vector<CheckpointFile> checkpoint_files(const RunTensors& tensors, const ModelCard& card) {
  std::vector<CheckpointFile> files;
  const NamedTensors weights = state_dict(tensors.network);
  require_finite(weights);
  files.push_back({"model.pt", write_state_dict(weights, with_card("model", card, "raw"))});
  if (tensors.ema != nullptr) {
    files.push_back({"ema.pt",
                     write_state_dict(ordered_average(*tensors.ema, tensors.network),
                                      with_card("ema", card, "ema"))});
  }
  PtOptions options;
  options.name = "optimizer";
  files.push_back({"optimizer.pt", write_pt(tensors.optimizer.state(), options)});
  return files;
}

void restore_tensors(const RunTensors& tensors,
                     const std::string& folder,
                     std::int64_t ema_updates) {
  const PtFile model = read_pt(folder + "/model.pt");
  const PtFile optimizer = read_pt(folder + "/optimizer.pt");
  if (tensors.ema != nullptr) {
    const std::string path = folder + "/ema.pt";
    NamedTensors saved;
    for (const auto& [name, tensor] : state_dict_tensors(read_pt(path).root, path)) {
      saved.emplace_back(name, from_host(tensor));
    }
    tensors.ema->load(saved, ema_updates);
  }
  tensors.optimizer.load_state(optimizer.root);
  load_state_dict(state_dict(tensors.network), model);
}

ModelCard read_model_card(const PtFile& file) {
  const auto record = file.extra.find(ModelCard::kRecord);
  if (record == file.extra.end()) {
    throw CheckpointError(concat(printable(file.file),
                                 ": these weights carry no description of their network (the "
                                 "record ",
                                 ModelCard::kRecord,
                                 " is missing): use a model.pt that trainer wrote"),
                          file.file);
  }
  try {
    return model_card_from_json(nlohmann::json::parse(record->second), file.file);
  } catch (const nlohmann::json::parse_error& error) {
    throw CheckpointError(concat(printable(file.file),
                                 ": the record ",
                                 ModelCard::kRecord,
                                 " is damaged: ",
                                 error.what()),
                          file.file);
  }
}

}  // namespace trainer
