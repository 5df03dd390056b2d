#include "api/memory_need.h"

#include <algorithm>

#include <trainer/error.h>

#include "base/log.h"
#include "base/text.h"

namespace trainer {
namespace {

constexpr std::uint64_t kFloat = 4;
/// By how much the estimate of activations is too high at most: a refusal must be certain.
constexpr std::uint64_t kTimesTooHigh = 2;

std::string gib(std::uint64_t bytes) {
  return concat(fixed_text(static_cast<double>(bytes) / (1ULL << 30), 1), " GiB");
}

/// State tensors that an optimizer keeps for each parameter. An own optimizer counts as none: a
/// refusal must be certain.
std::uint64_t states_of(const Component& optimizer) {
  const auto is_on = [&](const char* key) {
    const Node* node = optimizer.options.find(key);
    return node != nullptr && node->text == "true";
  };
  const auto number = [&](const char* key) {
    const Node* node = optimizer.options.find(key);
    double value = 0;
    if (node != nullptr) detail::read_value(*node, value);
    return value;
  };
  if (optimizer.name == "adam" || optimizer.name == "adamw") return is_on("amsgrad") ? 3 : 2;
  if (optimizer.name == "sgd") return number("momentum") > 0 ? 1 : 0;
  if (optimizer.name == "rmsprop") {
    return 1 + (number("momentum") > 0 ? 1 : 0) + (is_on("centered") ? 1 : 0);
  }
  return 0;
}

}  // namespace

MemoryNeed memory_need(const Network& network, const RunOptions& run) {
  const std::uint64_t copies = 2 + states_of(run.optimizer.method) + (run.train.ema ? 1 : 0);
  const int micro =
      run.train.micro_batch.has_value() ? run.train.micro_batch.value : run.train.batch_size;
  const auto images = static_cast<std::uint64_t>(std::min(micro, run.train.batch_size));
  return {static_cast<std::uint64_t>(network.parameter_count()) * kFloat * copies,
          static_cast<std::uint64_t>(network.activation_bytes()) * images,
          !run.model.freeze.empty()};
}

std::string memory_text(const MemoryNeed& need, const AvailableMemory& available) {
  return concat(
      "memory: ",
      gib(need.parameters),
      " for parameters, gradients and optimizer, about ",
      gib(need.activations),
      need.at_most ? " for activations, less for what is frozen" : " for activations",
      available.memory > 0 ? concat(", ", gib(available.memory), " available") : std::string());
}

void check_memory(const MemoryNeed& need, const AvailableMemory& available) {
  if (available.memory == 0) return;
  const std::uint64_t most = available.memory + available.swap;
  if (!need.at_most && need.parameters > most) {
    throw OutOfMemoryError(concat("the network does not fit into memory: ",
                                  gib(need.parameters),
                                  " for parameters, gradients and optimizer, ",
                                  gib(most),
                                  " available; choose a smaller network"));
  }
  if (!need.at_most && need.parameters + need.activations / kTimesTooHigh > most) {
    throw OutOfMemoryError(concat("the training does not fit into memory: ",
                                  gib(need.parameters),
                                  " for parameters, gradients and optimizer and about ",
                                  gib(need.activations),
                                  " for activations, ",
                                  gib(most),
                                  " available; lower train.batch_size, or set train.micro_batch"));
  }
  if (need.parameters + need.activations > available.memory) {
    log_warning(concat(memory_text(need, available),
                       ": this may not fit; lower train.batch_size, or set train.micro_batch"));
  }
}

}  // namespace trainer
