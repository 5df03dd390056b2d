#pragma once

namespace trainer {

/// A part of an image in pixels.
struct Box {
  int x = 0, y = 0, width = 0, height = 0;
  bool operator==(const Box&) const = default;
};

}  // namespace trainer
