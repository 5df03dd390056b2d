#include "api/model_set_up.h"

#include <ATen/Context.h>

#include <trainer/error.h>

#include "base/log.h"
#include "base/text.h"
#include "checkpoint/checkpoint_store.h"
#include "config/mistakes.h"
#include "data/sources/split.h"
#include "models/registry.h"
#include "network/freeze.h"
#include "network/layout.h"
#include "network/rules.h"
#include "weights/state_dict.h"

namespace trainer {

Network describe_network(const RunOptions& run,
                         const Config& config,
                         const Pipeline& pipeline,
                         const std::vector<std::string>& classes) {
  ModelRequest request;
  request.channels = pipeline.channels();
  request.height = pipeline.height();
  request.width = pipeline.width();
  request.classes = static_cast<std::int64_t>(classes.size());
  if (run.model.num_classes.has_value() && run.model.num_classes.value != request.classes) {
    throw ConfigError(mistake_at(config.at("model.num_classes").position,
                                 "model.num_classes",
                                 concat("expected ",
                                        request.classes,
                                        ", the number of classes in the data, got ",
                                        run.model.num_classes.value),
                                 "auto takes it from the data"));
  }
  return build_network(run.model.architecture, request);
}

bool use_channels_last(const RunOptions& run, const Network& network) {
  if (run.train.channels_last.has_value()) return run.train.channels_last.value;
  return channels_last_by_rule(network, "cpu");
}

std::shared_ptr<NetworkModule> make_network(const RunOptions& run,
                                            const Config& config,
                                            Network description,
                                            bool channels_last) {
  at::manual_seed(static_cast<std::uint64_t>(run.seed));
  auto network = std::make_shared<NetworkModule>(std::move(description));
  if (run.model.weights) {
    const CheckpointPath path = resolve_checkpoint(*run.model.weights);
    const std::string ema = path.folder + "/ema.pt";
    const bool averaged = !path.folder.empty() && has_checkpoint_file(path.folder, "ema.pt");
    const std::string file = !path.file.empty() ? path.file
                             : averaged         ? ema
                                                : path.folder + "/model.pt";
    load_state_dict(state_dict(*network), read_pt(file));
    log_info(concat("start from the weights in ", printable(file)));
  }
  if (channels_last) to_channels_last(*network);
  if (!run.model.freeze.empty()) {
    const auto frozen = freeze(*network, run.model.freeze, config.at("model.freeze").position);
    log_info(concat("frozen: ", counted(static_cast<long long>(frozen.size()), "parameter")));
  }
  network->train();
  return network;
}

ModelCard make_card(const Config& config,
                    const Pipeline& val_pipeline,
                    const Dataset& train,
                    bool channels_last) {
  ModelCard card;
  card.config = config.yaml();
  card.classes = train.class_names();
  card.class_counts = class_counts(train);
  card.channels = val_pipeline.channels();
  card.height = val_pipeline.height();
  card.width = val_pipeline.width();
  card.source_height = train.raw_size().height;
  card.source_width = train.raw_size().width;
  card.normalization = val_pipeline.normalization();
  card.channels_last = channels_last;
  return card;
}

}  // namespace trainer
