#pragma once
#include <string>
#include <string_view>
#include <vector>

#include <trainer/network.h>

namespace trainer {

/// Batch norms that see one value a channel in a batch of one image (a 1x1 map): such a batch
/// cannot be trained on, and `drop_last` is the way out. Paths in run order.
std::vector<std::string> batch_norm_on_single_value(const Network& network);

/// `train.channels_last: auto`: a fixed rule by network and device type ("cpu", "cuda"), never a
/// timing, because the two layouts give different bits and a resumed run must go on with its own.
/// docs/decisions/channels_last.md has the measurements.
bool channels_last_by_rule(const Network& network, std::string_view device_type);

}  // namespace trainer
