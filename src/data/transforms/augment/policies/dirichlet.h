#pragma once
#include <span>

#include <trainer/transform.h>

namespace trainer {

/// Shares that add up to 1, from a symmetric Dirichlet distribution; `alpha` > 0. With two shares
/// the first has a beta distribution. A function of `random` alone, unlike the standard library's
/// distributions, which differ between implementations.
void draw_dirichlet(double alpha, RandomSource& random, std::span<double> shares);

}  // namespace trainer
