#include "data/transforms/augment/policies/dirichlet.h"

#include <cmath>
#include <numbers>

namespace trainer {
namespace {

/// Box and Muller, one of the two numbers.
double draw_normal(RandomSource& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
  return radius * std::cos(2 * std::numbers::pi * random.uniform());
}

/// Logarithm of a gamma variate (Marsaglia and Tsang, "A simple method for generating gamma
/// variables", 2000): a small `alpha` gives numbers that a double cannot hold.
double draw_log_gamma(double alpha, RandomSource& random) {
  double log_boost = 0;
  if (alpha < 1) {
    log_boost = std::log(1 - random.uniform()) / alpha;
    alpha += 1;
  }
  const double d = alpha - 1.0 / 3.0;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = draw_normal(random);
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    const double u = 1 - random.uniform();
    if (std::log(u) < 0.5 * x * x + d - d * v + d * std::log(v)) {
      return std::log(d * v) + log_boost;
    }
  }
}

}  // namespace

void draw_dirichlet(double alpha, RandomSource& random, std::span<double> shares) {
  double greatest = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    shares[i] = draw_log_gamma(alpha, random);
    if (i == 0 || shares[i] > greatest) greatest = shares[i];
  }
  double sum = 0;
  for (double& share : shares) {
    share = std::exp(share - greatest);
    sum += share;
  }
  for (double& share : shares) share /= sum;
}

}  // namespace trainer
