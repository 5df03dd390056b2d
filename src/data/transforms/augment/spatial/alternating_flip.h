#pragma once
#include <memory>

#include <trainer/transform.h>

namespace trainer {

/// Swaps left and right of a random half of the images in the first epoch, of the other half in the
/// second, and so on: each pair of epochs shows every image both ways (airbench's alternating flip,
/// arXiv 2404.00498). A function of seed, sample and epoch.
std::unique_ptr<Transform> make_alternating_flip();

}  // namespace trainer
