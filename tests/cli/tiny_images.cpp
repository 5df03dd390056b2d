#include "cli/tiny_images.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <random>

namespace trainer::test {
namespace {

void append(std::string& bytes, std::uint32_t value, int count) {
  for (int i = 0; i < count; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFFU);
}

void write_class(const std::filesystem::path& folder, int count, int red, int blue) {
  std::filesystem::create_directories(folder);
  for (int i = 0; i < count; ++i) {
    std::ofstream(folder / (std::to_string(i) + ".bmp"), std::ios::binary)
        << bitmap(24, red, 60, blue, static_cast<unsigned>(1000 * red + i));
  }
}

}  // namespace

std::string bitmap(int size, int red, int green, int blue, unsigned noise_seed) {
  const auto side = static_cast<std::uint32_t>(size);
  const std::uint32_t row = (side * 3 + 3) / 4 * 4;
  std::string bytes = "BM";
  append(bytes, 54 + row * side, 4);
  append(bytes, 0, 4);
  append(bytes, 54, 4);
  append(bytes, 40, 4);
  append(bytes, side, 4);
  append(bytes, side, 4);
  append(bytes, 1, 2);
  append(bytes, 24, 2);
  for (int i = 0; i < 6; ++i) append(bytes, 0, 4);
  std::mt19937 random(noise_seed);
  for (std::uint32_t y = 0; y < side; ++y) {
    for (std::uint32_t x = 0; x < row; ++x) {
      const int channel[] = {blue, green, red};
      const int noise = static_cast<int>(random() % 31U) - 15;
      bytes += static_cast<char>(x < side * 3 ? std::clamp(channel[x % 3] + noise, 0, 255) : 0);
    }
  }
  return bytes;
}

void write_photos(const std::filesystem::path& folder, int train_images_per_class) {
  for (const char* split : {"train", "validation", "test"}) {
    const int count = split == std::string("train") ? train_images_per_class : 4;
    write_class(folder / split / "cat", count, 200, 40);
    write_class(folder / split / "dog", count, 40, 200);
  }
}

}  // namespace trainer::test
