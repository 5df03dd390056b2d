#include "data/transforms/kernels/warp/matrices.h"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

namespace trainer {
namespace {

double radians(double degrees) {
  return degrees * (std::numbers::pi / 180.0);
}

/// Python's round(value, 15), which looks at the exact value and not at the rounded product.
double to_15_digits(double value) {
  constexpr double kScale = 1e15;
  const double product = value * kScale;
  const double rest = std::fma(value, kScale, -product);
  double whole = std::nearbyint(product);
  const double above = (product - whole) + rest;
  if (above > 0.5) whole += 1;
  if (above < -0.5) whole -= 1;
  return whole / kScale;
}

constexpr std::size_t kUnknowns = 8;
using Equation = std::array<double, kUnknowns + 1>;

/// Gauss with the greatest pivot of each column.
std::array<double, kUnknowns> solve(std::array<Equation, kUnknowns> equations) {
  for (std::size_t i = 0; i < kUnknowns; ++i) {
    std::size_t best = i;
    for (std::size_t k = i + 1; k < kUnknowns; ++k) {
      if (std::fabs(equations[k][i]) > std::fabs(equations[best][i])) best = k;
    }
    std::swap(equations[i], equations[best]);
    for (std::size_t k = 0; k < kUnknowns; ++k) {
      if (k == i) continue;
      const double factor = equations[k][i] / equations[i][i];
      for (std::size_t j = i; j <= kUnknowns; ++j) equations[k][j] -= factor * equations[i][j];
    }
  }
  std::array<double, kUnknowns> solution{};
  for (std::size_t i = 0; i < kUnknowns; ++i) {
    solution[i] = equations[i][kUnknowns] / equations[i][i];
  }
  return solution;
}

}  // namespace

AffineMatrix rotation_matrix(double degrees, const Point& center) {
  const double whole = std::fmod(degrees, 360.0);
  const double angle = -radians(whole < 0 ? whole + 360.0 : whole);
  const double cosine = to_15_digits(std::cos(angle));
  const double sine = to_15_digits(std::sin(angle));
  return {cosine,
          sine,
          cosine * -center.x + sine * -center.y + center.x,
          -sine,
          cosine,
          -sine * -center.x + cosine * -center.y + center.y};
}

AffineMatrix affine_matrix(const AffineMap& map) {
  const double angle = radians(map.degrees);
  const double shear_x = radians(map.shear.x);
  const double shear_y = radians(map.shear.y);
  const double a = std::cos(angle - shear_y) / std::cos(shear_y);
  const double b =
      -std::cos(angle - shear_y) * std::tan(shear_x) / std::cos(shear_y) - std::sin(angle);
  const double c = std::sin(angle - shear_y) / std::cos(shear_y);
  const double d =
      -std::sin(angle - shear_y) * std::tan(shear_x) / std::cos(shear_y) + std::cos(angle);
  const double x = -map.center.x - map.translate.x;
  const double y = -map.center.y - map.translate.y;
  AffineMatrix m = {d / map.scale, -b / map.scale, 0, -c / map.scale, a / map.scale, 0};
  m[2] = m[0] * x + m[1] * y + map.center.x;
  m[5] = m[3] * x + m[4] * y + map.center.y;
  return m;
}

PerspectiveMatrix perspective_matrix(const Corners& from, const Corners& to) {
  std::array<Equation, kUnknowns> equations{};
  for (std::size_t i = 0; i < from.size(); ++i) {
    const auto& [x, y] = to[i];
    const auto& [u, v] = from[i];
    equations[2 * i] = {x, y, 1, 0, 0, 0, -u * x, -u * y, u};
    equations[2 * i + 1] = {0, 0, 0, x, y, 1, -v * x, -v * y, v};
  }
  PerspectiveMatrix matrix = solve(equations);
  for (double& number : matrix) number = static_cast<double>(static_cast<float>(number));
  return matrix;
}

}  // namespace trainer
