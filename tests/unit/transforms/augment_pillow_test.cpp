#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include <gtest/gtest.h>

#include "data/transforms/augment/policies/operation_space.h"
#include "data/transforms/kernels/by_processor.h"
#include "data/transforms/kernels/color/blend.h"
#include "data/transforms/kernels/color/gaussian_blur.h"
#include "data/transforms/kernels/color/hue.h"
#include "data/transforms/kernels/warp/matrices.h"
#include "unit/transforms/augment_fixture.h"

namespace trainer {
namespace {

using testing::AugmentFixture;
using testing::AugmentFixtureReader;

/// How much a result may differ from Pillow's or torchvision's.
struct Tolerance {
  int levels = 0;
  double share = 0;  ///< of the values that may differ at all
};

// The blur is summed in float along one axis and then the other, torchvision's in float over both
// at once: a sum next to a half is rounded to either side.
const std::map<std::string, Tolerance> kTolerances = {{"blur", {1, 0.002}}};

PixelFill fill_of(const AugmentFixture& fixture) {
  return fixture.channels == 1 ? PixelFill{37} : PixelFill{37, 200, 5};
}

Point middle(const AugmentFixture& fixture) {
  return {fixture.width * 0.5, fixture.height * 0.5};
}

/// The numbers that the other side found for the corners.
PerspectiveMatrix expected_perspective(const std::vector<double>& p) {
  PerspectiveMatrix matrix;
  std::copy_n(p.begin() + 8, matrix.size(), matrix.begin());
  return matrix;
}

/// Solvers round differently; the last bit of a float is all that may come of it.
void check_perspective(const AugmentFixture& fixture) {
  const std::vector<double>& p = fixture.parameters;
  const double right = fixture.width - 1;
  const double bottom = fixture.height - 1;
  const PerspectiveMatrix found =
      perspective_matrix({{{0, 0}, {right, 0}, {right, bottom}, {0, bottom}}},
                         {{{p[0], p[1]}, {p[2], p[3]}, {p[4], p[5]}, {p[6], p[7]}}});
  const PerspectiveMatrix expected = expected_perspective(p);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i], expected[i], 1.2e-7 * std::fabs(expected[i]) + 1e-10) << i;
  }
}

void make(const AugmentFixture& fixture, const ImageView& in, const MutableImageView& out) {
  const std::vector<double>& p = fixture.parameters;
  const auto filter = [&](std::size_t i) {
    return static_cast<WarpFilter>(static_cast<int>(p[i]));
  };
  if (fixture.name == "operation") {
    const OperationCall call = {static_cast<Operation>(static_cast<int>(p[0])), p[1]};
    return apply_operation(call, {filter(2), {}}, in, out);
  }
  if (fixture.name == "rotate") {
    const AffineMatrix m = rotation_matrix(p[0], middle(fixture));
    return warp_affine(in, out, m, filter(1), fill_of(fixture));
  }
  if (fixture.name == "affine") {
    const AffineMatrix m = affine_matrix({p[0], {p[1], p[2]}, p[3], {p[4], p[5]}, middle(fixture)});
    return warp_affine(in, out, m, filter(6), fill_of(fixture));
  }
  if (fixture.name == "perspective") {
    return warp_perspective(in, out, expected_perspective(p), filter(16), fill_of(fixture));
  }
  if (fixture.name == "hue") return adjust_hue(in, out, p[0]);
  if (fixture.name == "grayscale") return adjust_saturation(in, out, 0);
  ASSERT_EQ(fixture.name, "blur");
  gaussian_blur(in, out, static_cast<int>(p[0]), static_cast<int>(p[1]), p[2]);
}

double magnitude(const AugmentFixture& fixture) {
  const std::vector<double>& p = fixture.parameters;
  const auto operation = static_cast<Operation>(static_cast<int>(p[1]));
  const std::span<const OperationScale> spaces[] = {
      rand_augment_space(), trivial_augment_space(), auto_augment_space(), augmix_space(true)};
  const auto space = spaces[static_cast<std::size_t>(p[0])];
  const auto scale = std::find_if(space.begin(), space.end(), [&](const OperationScale& s) {
    return s.operation == operation;
  });
  if (scale == space.end()) return -1;
  return scale->magnitude(
      static_cast<int>(p[2]), static_cast<int>(p[3]), {fixture.height, fixture.width, 3});
}

/// Results that differ, by operation.
class Comparison {
 public:
  void add(const AugmentFixture& fixture) {
    if (fixture.name == "magnitude") {
      EXPECT_EQ(magnitude(fixture), fixture.parameters.back()) << description(fixture);
      return;
    }
    if (fixture.name == "perspective") check_perspective(fixture);
    const std::vector<std::uint8_t> source = fixture.source();
    std::vector<std::uint8_t> out(source.size());
    make(fixture,
         testing::view(source.data(), fixture.height, fixture.width, fixture.channels),
         testing::view(out.data(), fixture.height, fixture.width, fixture.channels));
    int greatest = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
      const int difference = std::abs(int{out[i]} - int{fixture.expected[i]});
      greatest = std::max(greatest, difference);
      different_[fixture.name] += difference > 0 ? 1 : 0;
    }
    values_[fixture.name] += static_cast<double>(out.size());
    const auto tolerance = kTolerances.find(fixture.name);
    EXPECT_LE(greatest, tolerance == kTolerances.end() ? 0 : tolerance->second.levels)
        << description(fixture);
  }

  void check_shares() const {
    for (const auto& [name, tolerance] : kTolerances) {
      if (values_.count(name) == 0) continue;
      EXPECT_LE(different_.at(name) / values_.at(name), tolerance.share) << name;
    }
  }

 private:
  static std::string description(const AugmentFixture& fixture) {
    std::string text = fixture.name + " of " + std::to_string(fixture.width) + "x" +
                       std::to_string(fixture.height) + "x" + std::to_string(fixture.channels);
    for (const double p : fixture.parameters) text += " " + std::to_string(p);
    return text;
  }

  std::map<std::string, double> different_, values_;
};

void compare_all() {
  // The live test writes fixtures of its own.
  const char* live = std::getenv("TRAINER_AUGMENT_FIXTURES");
  AugmentFixtureReader reader(live != nullptr ? live : TRAINER_TEST_FILES "/augment/fixtures.bin");
  Comparison comparison;
  int n = 0;
  for (; !reader.at_end(); ++n) comparison.add(reader.next());
  EXPECT_GT(n, 300);
  comparison.check_shares();
}

TEST(Augmentations, EqualPillowAndTorchvision) {
  compare_all();
}

TEST(Augmentations, EqualPillowAndTorchvisionOnEveryProcessor) {
  detail::may_use_avx2 = false;
  compare_all();
  detail::may_use_avx2 = true;
}

}  // namespace
}  // namespace trainer
