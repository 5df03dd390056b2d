#include "data/transforms/image_pipeline.h"

#include <array>
#include <cstddef>
#include <string_view>

#include <trainer/error.h>

#include "base/scratch.h"
#include "base/text.h"
#include "data/transforms/kernels/packed_view.h"
#include "data/transforms/keyed_random.h"
#include "data/transforms/sample_image.h"

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
  grow_scratch(memory, bytes);
  return packed_view(memory.data(), shape);
}

/// The part of a JPEG that is resized may be decoded at 1/2, 1/4 or 1/8 of its size as long as it
/// stays larger than what becomes of it.
int shrink_for(const ResizePlan& plan) {
  int shrink = 1;
  while (shrink < 8 && plan.source.width >= 2 * shrink * plan.width &&
         plan.source.height >= 2 * shrink * plan.height) {
    shrink *= 2;
  }
  return shrink;
}

/// The plan for an image at 1 / shrink of its size: where its part begins and ends inside of
/// pixels, the weights know.
ResizePlan shrunk(const ResizePlan& plan, int shrink) {
  ResizePlan smaller = plan;
  const auto along =
      [shrink](int begin, int length, int& out_begin, int& out_length, double& from, double& to) {
        const int end = (begin + length + shrink - 1) / shrink;
        out_begin = begin / shrink;
        out_length = end - out_begin;
        from = static_cast<double>(begin) / shrink - out_begin;
        to = static_cast<double>(begin + length) / shrink - out_begin;
      };
  const Box& box = plan.source;
  along(box.x, box.width, smaller.source.x, smaller.source.width, smaller.from_x, smaller.to_x);
  along(box.y, box.height, smaller.source.y, smaller.source.height, smaller.from_y, smaller.to_y);
  return smaller;
}

/// A sample on its way through the steps.
class Journey {
 public:
  Journey(const PipelineParts& parts, Scratch& memory, const SourceImage& image)
      : parts_(parts),
        memory_(memory),
        source_(image, {parts.source_channels, parts.max_pixels, parts.exif}, memory.decoded),
        geometry_(source_.height(), source_.width()) {}

  /// Runs the steps; true where the last one wrote `target` (which may be null) itself.
  bool run(const SampleKey& key, bool fixed_only, const MutableImageView* target) {
    for (std::size_t i = 0; i < parts_.steps.size(); ++i) {
      const PipelineStep& step = parts_.steps[i];
      if (fixed_only && step.transform->is_random()) continue;
      if (planned(step, key, i)) continue;
      if (!rendered_ || !geometry_.identity()) {
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

  ImageShape shape() const {
    return {geometry_.height(),
            geometry_.width(),
            rendered_ ? image_.channels : parts_.source_channels};
  }

  void render(const MutableImageView& out) {
    if (shape() != out.shape()) fail_shape(shape(), out.shape());
    const ResizePlan plan = geometry_.plan();
    if (rendered_) return memory_.resampler.run({image_, 0, 0}, plan, out);
    const int shrink = parts_.fast_decode ? shrink_for(plan) : 1;
    if (shrink > 1 && source_.can_shrink()) {
      const ResizePlan smaller = shrunk(plan, shrink);
      const PartialImage part = source_.shrunk_part(memory_.resampler.needed(smaller), shrink);
      return memory_.resampler.run(part, smaller, out);
    }
    memory_.resampler.run(source_.part(memory_.resampler.needed(plan)), plan, out);
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

  /// Pixels of the geometry so far: the whole image where nothing was asked for yet.
  void render_aside() {
    if (!rendered_ && geometry_.identity()) {
      const PartialImage whole = source_.part({0, 0, source_.width(), source_.height()});
      return become(whole.view);
    }
    const MutableImageView out = aside(shape());
    render(out);
    become(out);
  }

  void become(const ImageView& image) {
    image_ = image;
    geometry_ = Geometry(image.height, image.width);
    rendered_ = true;
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
  SampleImage source_;
  Geometry geometry_;  ///< of the source, or of `image_` once there are pixels
  bool rendered_ = false;
  ImageView image_;
  std::size_t next_ = 0;
};

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
    const MutableImageView target = packed_view(out, parts_.output);
    Journey journey(parts_, memory, image);
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
    Journey journey(parts_, memory, image);
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
