#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>

#include <trainer/options.h>

namespace trainer {

/// Size of an image. A height or width of 0 says that it varies from image to image.
struct ImageShape {
  int height = 0, width = 0, channels = 0;
  bool fixed() const { return height > 0 && width > 0; }
  bool operator==(const ImageShape&) const = default;
};

/// Pixels [height, width, channels] uint8 in memory of somebody else, rows `stride` bytes apart.
template <class Byte>
struct BasicImageView {
  Byte* pixels = nullptr;
  int height = 0, width = 0, channels = 0;
  std::ptrdiff_t stride = 0;
  Byte* row(int y) const { return pixels + y * stride; }
  ImageShape shape() const { return {height, width, channels}; }
  operator BasicImageView<const Byte>() const  // NOLINT(google-explicit-constructor)
      requires(!std::is_const_v<Byte>) {
    return {pixels, height, width, channels, stride};
  }
};
using ImageView = BasicImageView<const std::uint8_t>;
using MutableImageView = BasicImageView<std::uint8_t>;

/// The random numbers of one transform of one sample: a pure function of (seed, epoch, sample,
/// position of the transform in its list).
class RandomSource {
 public:
  virtual ~RandomSource() = default;
  /// 32 uniform bits.
  virtual std::uint32_t next() = 0;
  /// Uniform in [0, 1).
  virtual double uniform() = 0;
  /// Uniform in 0 … bound-1; bound >= 1.
  virtual std::uint64_t below(std::uint64_t bound) = 0;
  double uniform(double from, double to) { return from + (to - from) * uniform(); }
  /// The epoch of the sample, from 1; with sample_bits, for what is to change from epoch to epoch
  /// by a rule and not by chance.
  virtual std::int64_t epoch() const { return 1; }
  /// 32 uniform bits that stay the same in every epoch; drawing does not change them.
  virtual std::uint32_t sample_bits() const { return 0; }
};

/// One step from image to image on uint8 pixels. Every function is thread-safe and keeps no memory
/// of earlier samples: what a sample becomes may depend on it and on `random` alone.
class Transform {
 public:
  virtual ~Transform() = default;
  /// Shape of the result for an image of `input`; called before training too, with sizes of 0
  /// where they vary. Unchanged unless overridden.
  virtual ImageShape output_shape(const ImageShape& input) const { return input; }
  /// Whether `apply` draws random numbers; such transforms are refused for validation.
  virtual bool is_random() const { return false; }
  /// Writes the whole of `out`, whose shape is output_shape of `in`'s; the two do not overlap.
  /// Throws DataError where this image cannot be used.
  virtual void apply(const ImageView& in,
                     const MutableImageView& out,
                     RandomSource& random) const = 0;
};

/// What a transform is made for.
struct TransformRequest {
  int image_size = 0;  ///< data.image_size, for a size that is left out; 0: none given
  int channels = 3;    ///< data.channels
};
/// Throws UsageError where the options cannot work; the message then gets the place in the file.
using TransformFactory =
    std::function<std::unique_ptr<Transform>(const TransformRequest& request, const Node& options)>;

/// Makes `name` usable in `transforms.train` and `transforms.val`. Call before load_config. The
/// table has the transform's keys; null: none. Throws UsageError on a known name.
void register_transform(const std::string& name,
                        const OptionTable* table,
                        const std::string& help,
                        TransformFactory factory);

}  // namespace trainer
