#include "data/transforms/image_pipeline.h"

#include <array>
#include <cstddef>
#include <string_view>

#include <trainer/error.h>

#include "base/text.h"
#include "data/decode/decode.h"
#include "data/transforms/kernels/gray.h"
#include "data/transforms/keyed_random.h"

namespace trainer {
namespace {

/// Memory of one thread, reused from sample to sample.
struct Scratch {
  DecodedImage decoded;
  std::array<std::vector<std::uint8_t>, 2> buffers;
  Resampler resampler;
};

Scratch& scratch() {
  thread_local Scratch memory;
  return memory;
}

template <class Byte>
BasicImageView<Byte> packed(Byte* pixels, const ImageShape& shape) {
  return {pixels,
          shape.height,
          shape.width,
          shape.channels,
          static_cast<std::ptrdiff_t>(shape.width) * shape.channels};
}

MutableImageView room_for(const ImageShape& shape,
                          std::int64_t max_pixels,
                          std::vector<std::uint8_t>& memory) {
  const std::int64_t pixels = std::int64_t{shape.height} * shape.width;
  if (pixels < 1 || pixels > max_pixels) {
    throw DataError(concat("expected 1 to ",
                           max_pixels,
                           " pixels between two transforms, got ",
                           shape.width,
                           "x",
                           shape.height));
  }
  const auto bytes = static_cast<std::size_t>(pixels) * static_cast<std::size_t>(shape.channels);
  if (memory.size() < bytes) memory.resize(bytes);
  return packed(memory.data(), shape);
}

ImageView raw_pixels(const SourceImage& image) {
  const ImageShape shape = {image.height, image.width, image.channels};
  const bool sane = shape.fixed() && shape.channels >= 1 && shape.channels <= 4;
  const std::uint64_t bytes = sane ? static_cast<std::uint64_t>(shape.height) *
                                         static_cast<std::uint64_t>(shape.width) *
                                         static_cast<std::uint64_t>(shape.channels)
                                   : 0;
  if (!sane || bytes != image.bytes.size()) {
    throw DataError(concat("expected the bytes of ",
                           shape.width,
                           "x",
                           shape.height,
                           " pixels with ",
                           counted(shape.channels, "channel"),
                           ", got ",
                           counted(static_cast<long long>(image.bytes.size()), "byte")));
  }
  return packed(image.bytes.data(), shape);
}

/// A sample on its way through the steps.
class Journey {
 public:
  Journey(const PipelineParts& parts, Scratch& memory, const ImageView& image)
      : parts_(parts), memory_(memory), image_(image), geometry_(image) {}

  /// Runs the steps; true where the last one wrote `target` (which may be null) itself.
  bool run(const SampleKey& key, bool fixed_only, const MutableImageView* target) {
    for (std::size_t i = 0; i < parts_.steps.size(); ++i) {
      const PipelineStep& step = parts_.steps[i];
      if (fixed_only && step.transform->is_random()) continue;
      if (planned(step, key, i)) continue;
      if (!geometry_.identity()) {
        render_aside();
        if (planned(step, key, i)) continue;
      }
      const ImageShape shape = step.transform->output_shape(image_.shape());
      const bool last = target != nullptr && i + 1 == parts_.steps.size();
      if (last && shape != target->shape()) fail_shape(shape, target->shape());
      KeyedRandom random(key, i);
      const MutableImageView out = last ? *target : aside(shape);
      step.transform->apply(image_, out, random);
      if (last) return true;
      become(out);
    }
    return false;
  }

  ImageShape shape() const { return {geometry_.height(), geometry_.width(), image_.channels}; }

  void render(const MutableImageView& out) const {
    if (shape() != out.shape()) fail_shape(shape(), out.shape());
    geometry_.render(memory_.resampler, out);
  }

 private:
  bool planned(const PipelineStep& step, const SampleKey& key, std::size_t operation) {
    if (step.geometric == nullptr) return false;
    KeyedRandom random(key, operation);
    return step.geometric->plan(geometry_, random);
  }

  MutableImageView aside(const ImageShape& shape) {
    next_ = 1 - next_;
    return room_for(shape, parts_.max_pixels, memory_.buffers[next_]);
  }

  void render_aside() {
    const MutableImageView out = aside(shape());
    geometry_.render(memory_.resampler, out);
    become(out);
  }

  void become(const MutableImageView& image) {
    image_ = image;
    geometry_ = Geometry(image_);
  }

  [[noreturn]] static void fail_shape(const ImageShape& found, const ImageShape& expected) {
    throw DataError(concat("expected ",
                           expected.width,
                           "x",
                           expected.height,
                           " pixels with ",
                           counted(expected.channels, "channel"),
                           " after the transforms, got ",
                           found.width,
                           "x",
                           found.height,
                           " with ",
                           found.channels,
                           "; add a resize or crop to the list"));
  }

  const PipelineParts& parts_;
  Scratch& memory_;
  ImageView image_;
  Geometry geometry_;
  std::size_t next_ = 0;
};

ImageView load(const PipelineParts& parts,
               const SourceImage& image,
               const std::string& name,
               Scratch& memory) {
  if (image.encoded) {
    decode_image(image.bytes, parts.source_channels, parts.max_pixels, name, memory.decoded);
    const DecodedImage& decoded = memory.decoded;
    return packed<const std::uint8_t>(decoded.pixels.data(),
                                      {decoded.height, decoded.width, decoded.channels});
  }
  const ImageView raw = raw_pixels(image);
  if (raw.channels == parts.source_channels) return raw;
  memory.decoded.reshape(raw.height, raw.width, parts.source_channels);
  const MutableImageView converted =
      packed(memory.decoded.pixels.data(), {raw.height, raw.width, parts.source_channels});
  convert_channels(raw, converted);
  return converted;
}

/// Transforms do not know what their image is called.
[[noreturn]] void rethrow_named(const DataError& error, const std::string& name) {
  const std::string shown = printable(name);
  const std::string_view message = error.what();
  if (message.substr(0, shown.size()) == shown) throw DataError(std::string(message), name);
  throw DataError(concat(shown, ": ", message), name);
}

}  // namespace

void ImagePipeline::run(const SourceImage& image,
                        const std::string& name,
                        const SampleKey& key,
                        std::uint8_t* out) const {
  try {
    Scratch& memory = scratch();
    const MutableImageView target = packed(out, parts_.output);
    Journey journey(parts_, memory, load(parts_, image, name, memory));
    if (!journey.run(key, false, &target)) journey.render(target);
  } catch (const DataError& error) {
    rethrow_named(error, name);
  }
}

void ImagePipeline::run_fixed_part(const SourceImage& image,
                                   const std::string& name,
                                   std::vector<std::uint8_t>& out,
                                   int& out_height,
                                   int& out_width) const {
  try {
    Scratch& memory = scratch();
    Journey journey(parts_, memory, load(parts_, image, name, memory));
    journey.run(SampleKey{}, true, nullptr);
    const ImageShape shape = journey.shape();
    journey.render(room_for(shape, parts_.max_pixels, out));
    out_height = shape.height;
    out_width = shape.width;
  } catch (const DataError& error) {
    rethrow_named(error, name);
  }
}

}  // namespace trainer
