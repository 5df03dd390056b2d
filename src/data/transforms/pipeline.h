#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <trainer/dataset.h>
#include <trainer/options.h>

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
  virtual void run(const SourceImage& image, const std::string& name, const SampleKey& key,
                   std::uint8_t* out) const = 0;
  /// What `normalize` asks for on the batch; `auto` is already resolved into numbers. Identity
  /// (mean 0, std 1) where the list has none.
  virtual const Normalization& normalization() const = 0;
};

struct PipelineOptions {
  int channels = 3;
  int image_size = 0;      ///< fills sizes that the transforms leave out; 0: none given
  bool random = true;      ///< false: random transforms are refused (validation)
  std::string key;         ///< "transforms.train": for error messages
  std::int64_t max_pixels = 178'956'970;
  /// For sources of one fixed raw size (idx, cifar): output size where no transform sets one; 0: none.
  int source_height = 0, source_width = 0;
};

/// Throws ConfigError (with the component's position) when the list cannot work.
std::shared_ptr<Pipeline> make_pipeline(const std::vector<Component>& transforms,
                                        const PipelineOptions& options);

/// uint8 [count, height, width, channels] to normalised float [same layout]: (x / 255 - mean) / std.
void normalize_batch(const std::uint8_t* in, float* out, std::int64_t pixels, int channels,
                     const Normalization& normalization);

}  // namespace trainer
