#include "made_jpeg.h"

namespace trainer::test {
namespace {

using testing::HasSubstr;

TEST(Jpeg, Case18CmykJpegIsRed) {
  for (const bool marker : {false, true}) {
    JpegKind kind;
    kind.color = JCS_CMYK;
    kind.components = 4;
    kind.adobe_marker = marker;
    const Bytes bytes = make_jpeg(kind, [](int, int, int c) { return c == 0 || c == 3 ? 255 : 0; });
    EXPECT_EQ(pixel(decode(bytes), 8, 8), (Pixel{255, 0, 0})) << marker;
    EXPECT_EQ(pixel(decode(bytes, 1), 8, 8)[0], 76) << marker;
  }
}

TEST(Jpeg, Case20EveryTruncationIsBad) {
  const Bytes whole = make_photo(200, 150);
  decode(whole);
  for (const double share : {0.9, 0.5, 0.1, 0.02}) {
    EXPECT_THAT(refusal(cut(whole, share)), HasSubstr("truncated")) << share;
  }
  Bytes no_end = whole;
  no_end.resize(whole.size() - 2);
  EXPECT_THAT(refusal(no_end), HasSubstr("a truncated JPEG"));
}

TEST(Jpeg, Case22ATruncatedProgressiveJpegIsBad) {
  const Bytes whole = make_photo(200, 150, true);
  decode(whole);
  EXPECT_THAT(refusal(cut(whole, 0.5)), HasSubstr("truncated"));
  EXPECT_THAT(refusal(cut(whole, 0.98)), HasSubstr("truncated"));
}

TEST(Jpeg, SaysAtWhichRowTheDataEnds) {
  EXPECT_THAT(refusal(cut(make_photo(200, 150), 0.5)), HasSubstr(" of 150"));
}

TEST(Jpeg, DamagedDataIsBad) {
  Bytes bytes = make_photo(200, 150);
  // A marker in the middle of the data, which only damage puts there.
  bytes[bytes.size() / 2] = 0xff;
  bytes[bytes.size() / 2 + 1] = 0xc7;
  EXPECT_THAT(refusal(bytes), HasSubstr("a damaged JPEG"));
}

TEST(Jpeg, BytesAfterTheEndAreHarmless) {
  Bytes bytes = make_photo(40, 30);
  const DecodedImage plain = decode(bytes);
  bytes.insert(bytes.end(), {'t', 'r', 'a', 'i', 'l'});
  EXPECT_EQ(decode(bytes).pixels, plain.pixels);
}

TEST(Jpeg, BytesBeforeTheEndMarkerAreHarmless) {
  Bytes bytes = make_photo(40, 30);
  const DecodedImage plain = decode(bytes);
  bytes.insert(bytes.end() - 2, {0, 1, 2});
  EXPECT_EQ(decode(bytes).pixels, plain.pixels);
}

TEST(Jpeg, ExifOrientationIsIgnored) {
  const Bytes plain = make_photo(40, 30);
  Bytes turned = plain;
  const Bytes exif = to_bytes(
      std::string_view("\xff\xe1\x00\x22"
                       "Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0",
                       36));
  turned.insert(turned.begin() + 2, exif.begin(), exif.end());
  EXPECT_EQ(decode(turned).width, 40);
  EXPECT_EQ(decode(turned).pixels, decode(plain).pixels);
}

TEST(Jpeg, MissingTablesAreNotTakenFromTheImageBefore) {
  Bytes bytes = make_photo(40, 30);
  // Turns the quantisation tables into comments.
  for (std::size_t i = 0; i + 1 < frame_header(bytes); ++i) {
    if (bytes[i] == 0xff && bytes[i + 1] == 0xdb) bytes[i + 1] = 0xfe;
  }
  decode(make_photo(40, 30));
  EXPECT_THAT(refusal(bytes), HasSubstr("uantization table"));
}

TEST(Jpeg, MoreScansThanAnyEncoderMakesAreRefused) {
  // Each coefficient of each component alone, bit by bit: legal, and 759 scans.
  JpegKind kind;
  kind.scans.push_back({3, {0, 1, 2, 0}, 0, 0, 0, 0});
  for (int component = 0; component < 3; ++component) {
    for (int k = 1; k < 64; ++k) {
      kind.scans.push_back({1, {component, 0, 0, 0}, k, k, 0, 3});
      for (int bit = 2; bit >= 0; --bit) {
        kind.scans.push_back({1, {component, 0, 0, 0}, k, k, bit + 1, bit});
      }
    }
  }
  const auto value = [](int x, int y, int c) { return (x * 31 + y * 17 + c) & 255; };
  EXPECT_THAT(refusal(make_jpeg(kind, value)), HasSubstr("more than 500 scans"));
  kind.scans.resize(400);
  decode(make_jpeg(kind, value));
}

TEST(Jpeg, TwoComponentsAreRefused) {
  JpegKind kind;
  kind.color = JCS_UNKNOWN;
  kind.components = 2;
  EXPECT_THAT(refusal(make_jpeg(kind, [](int, int, int) { return 9; })), HasSubstr("2 components"));
}

TEST(Jpeg, AnErrorLeavesTheNextImageAlone) {
  const Bytes good = make_photo(50, 40);
  const DecodedImage before = decode(good);
  refusal(cut(good, 0.3));
  DecodedImage image = decode(make_photo(300, 200));
  decode_image(good, 3, kDefaultMaxPixels, "x", image);
  EXPECT_EQ(image.width, 50);
  EXPECT_TRUE(std::equal(before.pixels.begin(),
                         before.pixels.begin() + static_cast<std::ptrdiff_t>(before.bytes()),
                         image.pixels.begin()));
}

}  // namespace
}  // namespace trainer::test
