#pragma once
#include <memory>

#include <trainer/loss.h>

namespace trainer {

/// torch.nn.CrossEntropyLoss for hard and soft labels: sum / normaliser is its
/// `reduction='mean'`, with class weights and label smoothing. Labels of -100 are no exception:
/// every label must be a class.
std::unique_ptr<Loss> make_cross_entropy(const LossRequest& request, const Node& options);

}  // namespace trainer
