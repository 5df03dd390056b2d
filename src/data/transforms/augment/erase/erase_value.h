#pragma once
#include <optional>
#include <string>
#include <vector>

#include <trainer/options.h>
#include <trainer/transform.h>

#include "data/transforms/kernels/resample.h"
#include "data/transforms/kernels/warp/warp.h"

namespace trainer {

/// What a box is painted with, as it is written: numbers, `noise` or `mean`.
using EraseOption = Or<std::vector<int>>;

/// Adds the key `value` to a table.
template <class T>
OptionTableOf<T>& add_erase_value(OptionTableOf<T>& table, EraseOption T::*member) {
  return table
      .add("value",
           member,
           "0-255, or one for each channel; noise: uniform bytes; mean: the image's own")
      .range(0, 255)
      .items(1, 4)
      .one_as_list()
      .words({"noise", "mean"});
}

/// Paints a box of an image.
class EraseValue {
 public:
  /// Throws UsageError on a number of values that does not fit the channels.
  EraseValue(const EraseOption& option, int channels);
  /// `box` lies inside of `image`. Noise draws one number for every 4 bytes.
  void paint(const Box& box, const MutableImageView& image, RandomSource& random) const;
  /// The colour, where it is the same for every image.
  std::optional<PixelFill> constant() const;

 private:
  enum class Kind { constant, noise, mean };
  Kind kind_ = Kind::constant;
  PixelFill fill_{};
};

}  // namespace trainer
