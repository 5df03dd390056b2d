#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include <trainer/transform.h>

#include "base/scratch.h"

namespace trainer {

/// Rows of an image for loops that load whole vectors and so read past the end of a row: the last
/// rows, after which the image's memory may end, are copied to where there is room behind them.
/// Memory that only grows, of one thread.
class PaddedRows {
 public:
  /// Sets `rows` to row `y` and those after it, the last one repeated where there are fewer.
  /// `padding` bytes behind each may be read, whatever they are.
  template <std::size_t kRows>
  void gather(const ImageView& image,
              int y,
              std::size_t padding,
              const std::uint8_t* (&rows)[kRows]) {
    const auto bytes =
        static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.channels);
    const std::uint8_t* end = image.row(image.height - 1) + bytes;
    for (std::size_t i = 0; i < kRows; ++i) {
      const int wanted = y + static_cast<int>(i);
      const std::uint8_t* row = image.row(wanted < image.height ? wanted : image.height - 1);
      if (static_cast<std::size_t>(end - row) < bytes + padding) {
        const std::size_t room = bytes + padding;
        grow_scratch(memory_, room * kRows);
        row = static_cast<std::uint8_t*>(std::memcpy(memory_.data() + room * i, row, bytes));
      }
      rows[i] = row;
    }
  }

 private:
  std::vector<std::uint8_t> memory_;
};

}  // namespace trainer
