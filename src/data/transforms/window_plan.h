#pragma once
#include <array>
#include <cstddef>

#include <trainer/transform.h>

#include "data/box.h"
#include "data/transforms/kernels/pad.h"
#include "data/transforms/kernels/warp/warp.h"

namespace trainer {

/// What stands outside of an image.
struct Padding {
  PaddingMode mode = PaddingMode::constant;
  PixelFill fill{};
};

/// What random crops, mirrorings and painted boxes make of one small image, said before any pixel
/// moves: a window of the image, mirrored or not, with boxes painted over it.
struct WindowPlan {
  static constexpr std::size_t kMostBoxes = 8;
  struct PaintedBox {
    Box box;  ///< inside of the window, after mirroring
    PixelFill fill{};
  };

  Box window;                        ///< of the image; may reach over its borders where padded
  const Padding* padding = nullptr;  ///< null: the window is the image
  bool mirror = false;
  std::array<PaintedBox, kMostBoxes> boxes;
  std::size_t box_count = 0;

  /// Keeps a part of the image, which may reach over its borders; once.
  void crop(const Box& part, const Padding& beyond) {
    const int x = mirror ? window.width - part.x - part.width : part.x;
    window = {x, part.y, part.width, part.height};
    padding = &beyond;
  }
  void paint(const Box& box, const PixelFill& fill) { boxes.at(box_count++) = {box, fill}; }
};

/// What a transform does to a WindowPlan.
enum class WindowEffect {
  none,  ///< it cannot be said as one
  crop,
  mirror,
  paint  ///< at most `most_boxes` boxes
};

/// A transform that can be put into a WindowPlan, with the same random numbers as `apply` draws.
class WindowTransform {
 public:
  virtual ~WindowTransform() = default;
  virtual WindowEffect window_effect() const = 0;
  virtual std::size_t most_boxes() const { return 0; }
  virtual void plan_window(WindowPlan& plan, RandomSource& random) const = 0;
};

}  // namespace trainer
