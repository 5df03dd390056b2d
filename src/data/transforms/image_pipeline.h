#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "data/transforms/geometry.h"
#include "data/transforms/pipeline.h"

namespace trainer {

/// One entry of the list, ready to use.
struct PipelineStep {
  PipelineStep(std::string transform_name, std::unique_ptr<Transform> made)
      : name(std::move(transform_name)),
        transform(std::move(made)),
        geometric(dynamic_cast<const GeometricTransform*>(transform.get())),
        windowed(dynamic_cast<const WindowTransform*>(transform.get())) {}
  std::string name;
  std::unique_ptr<Transform> transform;
  const GeometricTransform* geometric;  ///< the same object, where it can be put together
  const WindowTransform* windowed;      ///< and where it can be put into a WindowPlan
};

/// What make_pipeline found out about a list of transforms.
struct PipelineParts {
  std::vector<PipelineStep> steps;
  ImageShape output;
  int source_channels = 3;
  std::int64_t max_pixels = 0;
  bool exif = false;         ///< turn pictures as their cameras say
  bool fast_decode = false;  ///< JPEGs at 1/2, 1/4 or 1/8 of their size where the result is smaller
  Normalization normalization;
  bool needs_statistics = false;
};

/// Decodes and runs the steps; geometric ones that follow each other are one pass over the pixels,
/// the last of them straight into the caller's memory.
class ImagePipeline final : public Pipeline {
 public:
  explicit ImagePipeline(PipelineParts parts) : parts_(std::move(parts)) {}
  int height() const override { return parts_.output.height; }
  int width() const override { return parts_.output.width; }
  int channels() const override { return parts_.output.channels; }
  const Normalization& normalization() const override { return parts_.normalization; }
  bool needs_statistics() const override { return parts_.needs_statistics; }
  void run(const SourceImage& image,
           const std::string& name,
           const SampleKey& key,
           std::uint8_t* out) const override;
  void run_fixed_part(const SourceImage& image,
                      const std::string& name,
                      std::vector<std::uint8_t>& out,
                      int& out_height,
                      int& out_width) const override;
  std::string window_obstacle() const override;
  WindowPlan plan_window(const SampleKey& key, int height, int width) const override;

 private:
  PipelineParts parts_;
};

}  // namespace trainer
