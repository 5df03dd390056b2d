// augment_benchmark [ROUNDS]: CPU microseconds of each augmentation on an image of 224x224 RGB
// pixels, the median over rounds that interleave all of them; p = 1 throughout, so that every image
// is changed. See docs/augmentation.md.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include <trainer/options.h>

#include "config/mistakes.h"
#include "config/resolve.h"
#include "config/yaml/yaml_reader.h"
#include "data/transforms/catalog.h"
#include "data/transforms/keyed_random.h"

namespace {

using namespace trainer;

constexpr int kSide = 224;
constexpr int kImagesPerRound = 40;

struct TransformList {
  std::vector<Component> transforms;
  static const OptionTable& options() {
    static const OptionTable table = OptionTableOf<TransformList>()
                                         .add("t", &TransformList::transforms, "transforms")
                                         .from(transform_catalog());
    return table;
  }
};

const char* const kSpecifications[] = {
    "{vertical_flip: 1.0}",
    "{invert: 1.0}",
    "{solarize: {p: 1}}",
    "{posterize: {bits: 4, p: 1}}",
    "{autocontrast: 1.0}",
    "{equalize: 1.0}",
    "{grayscale: 1.0}",
    "{color_jitter: {brightness: 0.4}}",
    "{color_jitter: {contrast: 0.4}}",
    "{color_jitter: {saturation: 0.4}}",
    "{color_jitter: {hue: 0.1}}",
    "{color_jitter: {brightness: 0.4, contrast: 0.4, saturation: 0.4, hue: 0.1}}",
    "{sharpness: {factor: 2, p: 1}}",
    "{gaussian_blur: 5}",
    "{gaussian_blur: 23}",
    "{rotation: 30}",
    "{rotation: {degrees: 30, interpolation: bilinear}}",
    "{rotation: {degrees: 30, interpolation: bicubic}}",
    "{affine: {degrees: 30, translate: [0.1, 0.1], scale: [0.8, 1.2], shear: 10}}",
    "{affine: {degrees: 30, scale: [0.8, 1.2], shear: 10, interpolation: bilinear}}",
    "{perspective: {p: 1, interpolation: nearest}}",
    "{perspective: {p: 1}}",
    "{random_erasing: {p: 1}}",
    "{random_erasing: {p: 1, value: noise}}",
    "{cutout: 112}",
    "auto_augment",
    "rand_augment",
    "trivial_augment_wide",
    "augmix",
};

std::unique_ptr<Transform> made(const std::string& specification) {
  Mistakes mistakes;
  const auto node = read_yaml("t: [" + specification + "]\n", specification, mistakes);
  const Node resolved = resolve(TransformList::options(), node.value(), {}, mistakes);
  if (!mistakes.empty()) throw ConfigError(mistakes.list());
  return make_transform(read_options<TransformList>(resolved).transforms.front(), {kSide, 3});
}

/// Slow waves and some noise, as in a photo.
std::vector<std::uint8_t> image() {
  std::vector<std::uint8_t> pixels;
  std::uint32_t state = 1;
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      for (int c = 0; c < 3; ++c) {
        state = state * 1664525U + 1013904223U;
        const double wave = 110 * std::sin(0.03 * x + 0.5 * c) * std::cos(0.02 * y);
        pixels.push_back(static_cast<std::uint8_t>(127 + wave + (state >> 28)));
      }
    }
  }
  return pixels;
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void measure(int rounds) {
  const std::vector<std::uint8_t> pixels = image();
  std::vector<std::uint8_t> changed(pixels.size());
  const std::ptrdiff_t stride = std::ptrdiff_t{3} * kSide;
  const ImageView in = {pixels.data(), kSide, kSide, 3, stride};
  const MutableImageView out = {changed.data(), kSide, kSide, 3, stride};
  std::vector<std::unique_ptr<Transform>> transforms;
  for (const char* specification : kSpecifications) transforms.push_back(made(specification));
  std::vector<std::vector<double>> times(transforms.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < transforms.size(); ++i) {
      const double start = cpu_seconds();
      for (int n = 0; n < kImagesPerRound; ++n) {
        KeyedRandom random({1, 1, n, 0}, 0);
        transforms[i]->apply(in, out, random);
      }
      times[i].push_back((cpu_seconds() - start) / kImagesPerRound);
    }
  }
  for (std::size_t i = 0; i < transforms.size(); ++i) {
    std::sort(times[i].begin(), times[i].end());
    std::printf("%8.0f us  %s\n", 1e6 * times[i][times[i].size() / 2], kSpecifications[i]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    measure(argc > 1 ? std::max(1, std::atoi(argv[1])) : 9);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
