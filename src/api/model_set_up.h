#pragma once
#include <memory>
#include <string>
#include <vector>

#include "api/run_options.h"
#include "data/transforms/pipeline.h"
#include "engine/model_card.h"
#include "network/executor.h"

namespace trainer {

/// The network that a configuration describes, for images of the pipeline's size. Throws
/// ConfigError where shapes do not fit or `num_classes` is not the number of classes.
Network describe_network(const RunOptions& run,
                         const Config& config,
                         const Pipeline& pipeline,
                         const std::vector<std::string>& classes);

/// Whether the network runs in channels_last: as asked, else by the fixed rule.
bool use_channels_last(const RunOptions& run, const Network& network);

/// Initialised from the run's seed, with `model.weights` loaded and `model.freeze` applied, in
/// training mode.
std::shared_ptr<NetworkModule> make_network(const RunOptions& run,
                                            const Config& config,
                                            Network description,
                                            bool channels_last);

/// The card of a network trained on `train`.
ModelCard make_card(const Config& config,
                    const Pipeline& val_pipeline,
                    const Dataset& train,
                    bool channels_last);

}  // namespace trainer
