#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <trainer/dataset.h>
#include <trainer/options.h>

#include "data/transforms/window_plan.h"

namespace trainer {

/// Mean and standard deviation per channel, on pixels scaled to 0–1.
struct Normalization {
  std::vector<float> mean;
  std::vector<float> std;
};

/// Which sample is being transformed: the key of its random numbers.
struct SampleKey {
  std::uint64_t seed = 0;
  std::int64_t epoch = 1;
  std::int64_t index = 0;
  std::int64_t occurrence = 0;
};

/// The transforms of a split, checked and ready: image bytes in, uint8 pixels of one fixed size
/// out. Immutable and thread-safe; scratch memory is per thread.
class Pipeline {
 public:
  virtual ~Pipeline() = default;
  virtual int height() const = 0;
  virtual int width() const = 0;
  virtual int channels() const = 0;
  /// Decodes and transforms one sample into `out` [height, width, channels]. Throws DataError (with
  /// `name` in the message) on a bad image.
  virtual void run(const SourceImage& image,
                   const std::string& name,
                   const SampleKey& key,
                   std::uint8_t* out) const = 0;
  /// What `normalize` asks for on the batch (BatchNormalizer does it); `auto` is already resolved
  /// into numbers. Identity (mean 0, std 1) where the list has none.
  virtual const Normalization& normalization() const = 0;
  /// The list has `normalize: auto` and was given no statistics: normalization() is the identity.
  virtual bool needs_statistics() const { return false; }
  /// The sample after the transforms that are not random, in any size: what `normalize: auto`
  /// measures. `out` only grows. Unless overridden, all of `run` with the first epoch's numbers.
  virtual void run_fixed_part(const SourceImage& image,
                              const std::string& name,
                              std::vector<std::uint8_t>& out,
                              int& out_height,
                              int& out_width) const;

  /// Why `run` cannot be said as `run_fixed_part` and a WindowPlan; empty: it can.
  virtual std::string window_obstacle() const { return "it has transforms of its own kind"; }
  /// What `run` makes of an image of `height` x `width`, as run_fixed_part gives it. Only where
  /// there is no obstacle.
  virtual WindowPlan plan_window(const SampleKey& key, int height, int width) const;
};

struct PipelineOptions {
  int channels = 3;
  int image_size = 0;  ///< fills sizes that the transforms leave out; 0: none given
  bool random = true;  ///< false: random transforms are refused (validation)
  std::string key;     ///< "transforms.train": for error messages
  std::int64_t max_pixels = 178'956'970;
  bool exif = false;         ///< data.exif: apply
  bool fast_decode = false;  ///< data.decode: fast
  /// For sources of one fixed raw size (idx, cifar): output size where no transform sets one; 0:
  /// none.
  int source_height = 0, source_width = 0;
  /// What `normalize: auto` stands for: compute_statistics of the training split.
  std::optional<Normalization> auto_statistics;
  Position position;  ///< of the list of transforms, for mistakes that no single one made
};

/// Throws ConfigError (with the component's position) when the list cannot work.
std::shared_ptr<Pipeline> make_pipeline(const std::vector<Component>& transforms,
                                        const PipelineOptions& options);

struct StatisticsOptions {
  bool ignore_bad = false;  ///< leave bad images out in place of throwing DataError
  std::function<void(std::int64_t done, std::int64_t total)> progress;  ///< on the calling thread
};

/// Mean and standard deviation of a data set for `normalize: auto`: over the images after
/// `run_fixed_part`, every image with the same weight whatever its size. The same numbers for any
/// number of workers. A channel that never varies gets a deviation of 1. Throws DataError on a bad
/// image or where none is left, Error with ExitCode::interrupted after request_stop().
Normalization compute_statistics(const Dataset& dataset,
                                 const Pipeline& pipeline,
                                 int workers,
                                 const StatisticsOptions& options = {});

}  // namespace trainer
