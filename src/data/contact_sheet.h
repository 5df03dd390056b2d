#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <trainer/transform.h>

namespace trainer {

/// A page of small pictures, each with its class name or more below.
class ContactSheet {
 public:
  /// For `count` pictures of one shape (1 or 3 channels). Small pictures are enlarged by a whole
  /// factor, so that pixels stay visible; large ones are reduced.
  ContactSheet(const ImageShape& shape, std::int64_t count, int caption_lines = 1);
  ~ContactSheet();
  /// Puts uint8 pixels [height, width, channels] in the next place. Of each line of the caption
  /// as much is shown as fits.
  void add(const std::uint8_t* pixels, const std::vector<std::string>& caption);
  /// Throws FileError when the file cannot be written.
  void save(const std::string& path) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trainer
