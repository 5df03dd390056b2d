#include "data/transforms/pipeline.h"

#include <cstddef>
#include <utility>

#include <trainer/error.h>

#include "base/text.h"
#include "data/transforms/catalog.h"
#include "data/transforms/image_pipeline.h"
#include "data/transforms/normalize.h"

namespace trainer {
namespace {

std::string size_text(const ImageShape& shape) {
  return concat(shape.width, "x", shape.height);
}

/// Goes through a list of transforms and gathers what is wrong with it.
class PipelineBuilder {
 public:
  PipelineBuilder(const std::vector<Component>& transforms, const PipelineOptions& options)
      : transforms_(transforms),
        options_(options),
        request_{options.image_size, options.channels},
        shape_{options.source_height, options.source_width, options.channels} {
    parts_.source_channels = options.channels;
    parts_.max_pixels = options.max_pixels;
    parts_.exif = options.exif;
    parts_.fast_decode = options.fast_decode;
    parts_.normalization = identity_normalization(options.channels);
  }

  PipelineParts build() {
    if (options_.channels != 1 && options_.channels != 3) {
      mistakes_.push_back({options_.position.file,
                           options_.position.line,
                           options_.position.column,
                           "data.channels",
                           concat("expected 1 or 3, got ", options_.channels),
                           "",
                           ""});
    }
    for (std::size_t i = 0; i < transforms_.size(); ++i) {
      try {
        add(i);
      } catch (const UsageError& error) {
        report(i, error.what());
      } catch (const DataError& error) {
        report(i, error.what());
      }
    }
    // After a mistake the sizes mean nothing any more.
    if (mistakes_.empty()) check_result();
    if (!mistakes_.empty()) throw ConfigError(std::move(mistakes_));
    parts_.output = shape_;
    return std::move(parts_);
  }

 private:
  void add(std::size_t i) {
    const Component& component = transforms_[i];
    if (component.name == "normalize") return add_normalize(i);
    std::unique_ptr<Transform> transform = make_transform(component, request_);
    if (transform->is_random() && !options_.random) {
      return report(i,
                    concat(component.name, " is random; expected the same pixels each time here"),
                    "random transforms belong into transforms.train");
    }
    const ImageShape after = transform->output_shape(shape_);
    if (after.height != shape_.height || after.width != shape_.width) sized_by_ = i;
    if (after.channels != shape_.channels) colored_by_ = i;
    shape_ = after;
    parts_.steps.emplace_back(component.name, std::move(transform));
  }

  void add_normalize(std::size_t i) {
    if (i + 1 != transforms_.size()) {
      return report(i,
                    concat("normalize stands before ",
                           transforms_[i + 1].name,
                           "; expected it at the end of the list, as it runs on the batch"));
    }
    const auto options = read_options<NormalizeOptions>(transforms_[i].options);
    parts_.normalization = normalization_of(options, options_.channels, options_.auto_statistics);
    parts_.needs_statistics = options.is_auto() && !options_.auto_statistics;
  }

  void check_result() {
    if (!shape_.fixed()) {
      return report(sized_by_,
                    "the images differ in size after the last transform; a batch needs one size",
                    "add center_crop or random_resized_crop, or resize: [height, width]");
    }
    if (options_.image_size > 0 &&
        (shape_.height != options_.image_size || shape_.width != options_.image_size)) {
      report(sized_by_,
             concat("the transforms give ",
                    size_text(shape_),
                    " pixels, but data.image_size is ",
                    options_.image_size),
             "leave out one of the two, or make them equal");
    }
    if (shape_.channels != options_.channels) {
      report(colored_by_,
             concat("the transforms give ",
                    counted(shape_.channels, "channel"),
                    ", but data.channels is ",
                    options_.channels),
             "make them equal");
    }
  }

  /// Where the list as a whole stands: its first transform, if nobody has said.
  const Position& list_position() const {
    const bool known = options_.position.line > 0 || transforms_.empty();
    return known ? options_.position : transforms_.front().position;
  }

  /// `i` past the end: the list as a whole.
  void report(std::size_t i, std::string message, std::string hint = {}) {
    const bool whole = i >= transforms_.size();
    const Position& at = whole ? list_position() : transforms_[i].position;
    mistakes_.push_back({at.file,
                         at.line,
                         at.column,
                         whole ? options_.key : concat(options_.key, ".", i),
                         std::move(message),
                         std::move(hint),
                         ""});
  }

  static constexpr std::size_t kNone = ~std::size_t{0};

  const std::vector<Component>& transforms_;
  const PipelineOptions& options_;
  TransformRequest request_;
  ImageShape shape_;
  std::size_t sized_by_ = kNone;
  std::size_t colored_by_ = kNone;
  PipelineParts parts_;
  std::vector<ConfigMistake> mistakes_;
};

}  // namespace

std::shared_ptr<Pipeline> make_pipeline(const std::vector<Component>& transforms,
                                        const PipelineOptions& options) {
  return std::make_shared<ImagePipeline>(PipelineBuilder(transforms, options).build());
}

}  // namespace trainer
