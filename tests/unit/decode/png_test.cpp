#include "made_png.h"

namespace trainer::test {
namespace {

using testing::HasSubstr;

TEST(Png, Case29SixteenBitsTakeTheHighByte) {
  // 40000 = 0x9c40.
  const DecodedImage image = decode(make_plain_png({8, 8, 16, 0}, {0x9c, 0x40}));
  EXPECT_EQ(pixel(image, 3, 3), (Pixel{156, 156, 156}));
}

TEST(Png, Case30AlphaIsDropped) {
  const DecodedImage image = decode(make_plain_png({8, 8, 8, 6}, {255, 0, 0, 0}));
  EXPECT_EQ(pixel(image, 2, 5), (Pixel{255, 0, 0}));
}

TEST(Png, Case32GrayWithAlphaKeepsItsGray) {
  const Bytes bytes = make_plain_png({8, 8, 8, 4}, {200, 0});
  EXPECT_EQ(pixel(decode(bytes), 7, 7), (Pixel{200, 200, 200}));
  EXPECT_EQ(pixel(decode(bytes, 1), 7, 7)[0], 200);
}

TEST(Png, Case33GrayAndColourBecomeTheWantedChannels) {
  const Bytes gray = make_plain_png({28, 28, 8, 0}, {77});
  const Bytes color = make_plain_png({28, 28, 8, 2}, {10, 20, 30});
  EXPECT_EQ(decode(gray, 1).bytes(), 28U * 28U);
  EXPECT_EQ(pixel(decode(gray, 3), 0, 0), (Pixel{77, 77, 77}));
  EXPECT_EQ(pixel(decode(color, 3), 0, 0), (Pixel{10, 20, 30}));
  // (19595 * 10 + 38470 * 20 + 7471 * 30 + 32768) >> 16
  EXPECT_EQ(pixel(decode(color, 1), 0, 0)[0], 18);
}

TEST(Png, Case42RedIsChannelZero) {
  EXPECT_EQ(pixel(decode(make_plain_png({4, 4, 8, 2}, {255, 0, 0})), 1, 1), (Pixel{255, 0, 0}));
}

TEST(Png, EveryFlippedBitOfThePixelsIsNoticed) {
  const Bytes whole = make_plain_png({16, 16, 8, 2}, {1, 2, 3});
  for (std::size_t i = 33; i + 12 < whole.size(); ++i) {
    Bytes bytes = whole;
    bytes[i] ^= 4;
    EXPECT_NE(refusal(bytes), "") << i;
  }
}

TEST(Png, EveryTruncationIsNoticed) {
  const Bytes whole = make_plain_png({16, 16, 8, 2}, {1, 2, 3});
  for (std::size_t length = 8; length < whole.size(); ++length) {
    EXPECT_NE(refusal(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length))),
              "");
  }
}

TEST(Png, NamesTheDamagedChunk) {
  Bytes bytes = make_plain_png({16, 16, 8, 2}, {1, 2, 3});
  bytes[45] ^= 1;
  EXPECT_THAT(refusal(bytes), HasSubstr("wrong checksum in chunk IDAT at byte 33"));
}

TEST(Png, MetadataDoesNotReachTheDecoder) {
  Bytes extra;
  append_chunk(extra, "iCCP", to_bytes("broken profile"));
  append_chunk(extra, "tRNS", {0, 1, 0, 2, 0, 3});
  append_chunk(extra, "zTXt", Bytes(1000, 0));
  const Bytes bytes = make_plain_png({16, 16, 8, 2}, {1, 2, 3}, extra);
  EXPECT_EQ(pixel(decode(bytes), 0, 0), (Pixel{1, 2, 3}));
}

TEST(Png, PixelsThatEndEarlyAreBad) {
  // The header says 100 rows, the data has 16.
  Bytes bytes = make_plain_png({16, 16, 8, 2}, {1, 2, 3});
  bytes[23] = 100;
  const auto crc = crc32(0, bytes.data() + 12, 17);
  for (std::size_t i = 0; i < 4; ++i) {
    bytes[29 + i] = static_cast<std::uint8_t>(crc >> (24 - 8 * i));
  }
  EXPECT_THAT(refusal(bytes), HasSubstr("a damaged or truncated PNG"));
}

}  // namespace
}  // namespace trainer::test
