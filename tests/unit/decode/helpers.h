#pragma once
#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>

#include "data/decode/decode.h"

namespace trainer::test {

using Bytes = std::vector<std::uint8_t>;

inline Bytes to_bytes(std::string_view text) {
  return {text.begin(), text.end()};
}

inline Bytes read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// A committed image, by name.
inline Bytes fixture(const std::string& name) {
  return read_bytes(std::string(TRAINER_TEST_FILES) + "/decode/" + name);
}

inline DecodedImage decode(const Bytes& bytes, int channels = 3) {
  DecodedImage image;
  decode_image(bytes, channels, kDefaultMaxPixels, "folder/cat/1.jpg", image);
  return image;
}

/// The message with which the image is refused.
inline std::string refusal(const Bytes& bytes, int channels = 3) {
  DecodedImage image;
  try {
    decode_image(bytes, channels, kDefaultMaxPixels, "folder/cat/1.jpg", image);
  } catch (const DataError& error) {
    EXPECT_EQ(error.path(), "folder/cat/1.jpg");
    EXPECT_THAT(error.what(), testing::StartsWith("folder/cat/1.jpg: cannot be decoded: "));
    return error.what();
  }
  ADD_FAILURE() << "decoded to " << image.width << " x " << image.height;
  return {};
}

inline Bytes cut(const Bytes& bytes, double share) {
  const auto length = static_cast<std::ptrdiff_t>(share * static_cast<double>(bytes.size()));
  return {bytes.begin(), bytes.begin() + length};
}

using Pixel = std::array<int, 3>;

inline Pixel pixel(const DecodedImage& image, int x, int y) {
  const std::size_t at = static_cast<std::size_t>((y * image.width + x) * image.channels);
  if (image.channels == 1) return {image.pixels[at], image.pixels[at], image.pixels[at]};
  return {image.pixels[at], image.pixels[at + 1], image.pixels[at + 2]};
}

inline void append_be32(Bytes& out, std::size_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    out.push_back(static_cast<std::uint8_t>(value >> shift));
  }
}

}  // namespace trainer::test
