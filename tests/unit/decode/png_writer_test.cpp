#include "data/decode/png_writer.h"

#include "base/file_system.h"
#include "helpers.h"
#include "unit/base/temp_folder.h"

namespace trainer::test {
namespace {

TEST(PngWriter, WhatItWritesReadsBackTheSame) {
  const TempFolder folder;
  for (const int channels : {1, 3}) {
    Bytes pixels;
    for (int i = 0; i < 7 * 5 * channels; ++i) {
      pixels.push_back(static_cast<std::uint8_t>(i * 11));
    }
    save_png(folder / "x.png", pixels.data(), 7, 5, channels);
    const DecodedImage image = decode(read_bytes(folder / "x.png"), channels);
    EXPECT_EQ(image.height, 7);
    EXPECT_EQ(image.width, 5);
    EXPECT_TRUE(std::equal(pixels.begin(), pixels.end(), image.pixels.begin()));
  }
}

TEST(PngWriter, SaysWhereItCannotWrite) {
  const Bytes pixels(3);
  EXPECT_THROW(save_png("/nowhere/x.png", pixels.data(), 1, 1, 3), FileError);
}

}  // namespace
}  // namespace trainer::test
