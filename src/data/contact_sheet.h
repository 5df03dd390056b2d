#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include <trainer/transform.h>

namespace trainer {

/// A page of small pictures, each with its class name below.
class ContactSheet {
 public:
  /// For `count` pictures of one shape (1 or 3 channels). Small pictures are enlarged by a whole
  /// factor, so that pixels stay visible; large ones are reduced.
  ContactSheet(const ImageShape& shape, std::int64_t count);
  ~ContactSheet();
  /// Puts uint8 pixels [height, width, channels] in the next place.
  void add(const std::uint8_t* pixels, const std::string& caption);
  /// Throws FileError when the file cannot be written.
  void save(const std::string& path) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trainer
