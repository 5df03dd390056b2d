#pragma once
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <trainer/error.h>
#include <trainer/transform.h>

#include "config/mistakes.h"
#include "config/resolve.h"
#include "config/yaml/yaml_reader.h"
#include "data/transforms/catalog.h"
#include "data/transforms/pipeline.h"

namespace trainer::testing {

struct TransformList {
  std::vector<Component> transforms;
  static const OptionTable& options() {
    static const OptionTable table = OptionTableOf<TransformList>()
                                         .add("t", &TransformList::transforms, "transforms")
                                         .from(transform_catalog());
    return table;
  }
};

/// The components of a list as it stands in a configuration, `[{resize: 8}, horizontal_flip]`.
inline std::vector<Component> components(const std::string& yaml) {
  Mistakes mistakes;
  const auto node = read_yaml("t: " + yaml + "\n", "run.yaml", mistakes);
  const Node resolved =
      resolve(TransformList::options(), node.value(), {"run.yaml", 1, 1}, mistakes);
  if (!mistakes.empty()) throw ConfigError(mistakes.list());
  return read_options<TransformList>(resolved).transforms;
}

/// Noise as a function of the seed and the byte's position; with odd seeds black and white only.
/// The same as in tests/data/resize/make_fixtures.py.
inline std::vector<std::uint8_t> noise(int height, int width, int channels, std::uint32_t seed) {
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(height) *
                                   static_cast<std::size_t>(width) *
                                   static_cast<std::size_t>(channels));
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    std::uint32_t state = static_cast<std::uint32_t>(i) + seed * 1000003U;
    state *= 2654435761U;
    state ^= state >> 15;
    state *= 2246822519U;
    const auto value = static_cast<std::uint8_t>(state >> 24);
    pixels[i] = seed % 2 == 0 ? value : static_cast<std::uint8_t>(value > 127 ? 255 : 0);
  }
  return pixels;
}

template <class Byte>
BasicImageView<Byte> view(Byte* pixels, int height, int width, int channels) {
  return {pixels, height, width, channels, static_cast<std::ptrdiff_t>(width) * channels};
}

inline SourceImage raw_image(std::vector<std::uint8_t> pixels,
                             int height,
                             int width,
                             int channels) {
  SourceImage image;
  image.bytes = std::move(pixels);
  image.encoded = false;
  image.height = height;
  image.width = width;
  image.channels = channels;
  return image;
}

inline std::string file_content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot open " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Gives the numbers it was made with, in turn.
class ScriptedRandom final : public RandomSource {
 public:
  explicit ScriptedRandom(std::vector<double> numbers) : numbers_(std::move(numbers)) {}
  using RandomSource::uniform;
  std::uint32_t next() override { return static_cast<std::uint32_t>(uniform() * 4294967296.0); }
  double uniform() override { return numbers_[used_++ % numbers_.size()]; }
  std::uint64_t below(std::uint64_t bound) override {
    return static_cast<std::uint64_t>(uniform() * static_cast<double>(bound));
  }
  std::size_t used() const { return used_; }

 private:
  std::vector<double> numbers_;
  std::size_t used_ = 0;
};

/// What a transform makes of an image.
inline std::vector<std::uint8_t> applied(const Transform& transform,
                                         const std::vector<std::uint8_t>& pixels,
                                         ImageShape shape,
                                         RandomSource& random) {
  const ImageShape after = transform.output_shape(shape);
  std::vector<std::uint8_t> out(static_cast<std::size_t>(after.height) *
                                static_cast<std::size_t>(after.width) *
                                static_cast<std::size_t>(after.channels));
  transform.apply(view(pixels.data(), shape.height, shape.width, shape.channels),
                  view(out.data(), after.height, after.width, after.channels),
                  random);
  return out;
}

inline std::vector<std::uint8_t> run(const Pipeline& pipeline,
                                     const SourceImage& image,
                                     const SampleKey& key = {}) {
  std::vector<std::uint8_t> out(static_cast<std::size_t>(pipeline.height()) *
                                static_cast<std::size_t>(pipeline.width()) *
                                static_cast<std::size_t>(pipeline.channels()));
  pipeline.run(image, "image.png", key, out.data());
  return out;
}

}  // namespace trainer::testing
