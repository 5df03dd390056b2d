#include <chrono>

#include <sys/resource.h>

#include "made_jpeg.h"
#include "made_png.h"

namespace trainer::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

long peak_kilobytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/// The refusal, which must come from the header alone: within 50 ms (ten-fold slack for a busy
/// machine) and 20 MB.
std::string quick_refusal(const Bytes& bytes) {
  const long before = peak_kilobytes();
  const auto start = std::chrono::steady_clock::now();
  const std::string message = refusal(bytes);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(500));
  EXPECT_LT(peak_kilobytes() - before, 20 * 1024);
  return message;
}

Bytes bmp(std::int32_t width, std::int32_t height) {
  Bytes bytes = to_bytes(std::string_view("BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0", 18));
  for (const std::int32_t value : {width, height}) {
    for (int shift = 0; shift < 32; shift += 8) {
      bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint32_t>(value) >> shift));
    }
  }
  const Bytes rest{1, 0, 24, 0};
  bytes.insert(bytes.end(), rest.begin(), rest.end());
  bytes.resize(70);
  return bytes;
}

Bytes webp(std::uint32_t width, std::uint32_t height) {
  Bytes bytes = to_bytes(std::string_view("RIFF\x1c\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0", 24));
  for (const std::uint32_t side : {width - 1, height - 1}) {
    for (int shift = 0; shift < 24; shift += 8) {
      bytes.push_back(static_cast<std::uint8_t>(side >> shift));
    }
  }
  bytes.resize(36);
  return bytes;
}

Bytes tiff(std::uint32_t width, std::uint32_t height) {
  Bytes bytes = to_bytes(std::string_view("MM\0\x2a\0\0\0\x08\0\x02", 10));
  const auto entry = [&](std::uint8_t tag, std::uint32_t value) {
    const Bytes head{1, tag, 0, 4, 0, 0, 0, 1};
    bytes.insert(bytes.end(), head.begin(), head.end());
    append_be32(bytes, value);
  };
  entry(0, width);
  entry(1, height);
  bytes.resize(bytes.size() + 4);
  return bytes;
}

TEST(Bomb, Case35APngOfMoreThanAThousandMillionPixels) {
  const Bytes bytes = make_png({40000, 40000, 1, 0}, Bytes(5000, 0));
  EXPECT_LT(bytes.size(), 250'000U);
  EXPECT_THAT(quick_refusal(bytes),
              AllOf(HasSubstr("40000 x 40000"), HasSubstr("the limit is 178956970")));
}

TEST(Bomb, Case36HeadersThatLieAboutTheSize) {
  const Bytes photo = make_photo(300, 200);
  EXPECT_THAT(quick_refusal(with_size(photo, 20000, 20000)), HasSubstr("20000 x 20000"));
  EXPECT_THAT(quick_refusal(make_png({20000, 20000, 1, 0}, Bytes(2500, 0))),
              HasSubstr("20000 x 20000"));
  // Within the limit, but more pixels than so few bytes can hold.
  EXPECT_THAT(quick_refusal(with_size(photo, 13000, 13000)), HasSubstr("its header lies"));
  EXPECT_THAT(quick_refusal(with_size(make_photo(300, 200, true), 13000, 13000)),
              HasSubstr("its header lies"));
}

TEST(Bomb, TheSidesAreLimited) {
  EXPECT_THAT(quick_refusal(make_png({70000, 1, 1, 0}, Bytes(8750, 0))),
              HasSubstr("the limit is 65535 a side"));
}

TEST(Bomb, OtherFormatsAreRefusedFromTheirHeaders) {
  EXPECT_THAT(quick_refusal(bmp(20000, -20000)), HasSubstr("20000 x 20000"));
  EXPECT_THAT(quick_refusal(bmp(10000, 10000)), HasSubstr("its header lies"));
  EXPECT_THAT(quick_refusal(bmp(-5, 5)), HasSubstr("an empty image"));
  EXPECT_THAT(quick_refusal(bmp(5, INT32_MIN)), HasSubstr("65535 a side"));
  EXPECT_THAT(quick_refusal(webp(60000, 60000)), HasSubstr("60000 x 60000"));
  EXPECT_THAT(quick_refusal(tiff(60000, 60000)), HasSubstr("60000 x 60000"));
  EXPECT_THAT(quick_refusal(tiff(0xffffffffU, 0xffffffffU)), HasSubstr("65535 a side"));
}

TEST(Bomb, EmptyImagesAreRefused) {
  EXPECT_THAT(quick_refusal(with_size(make_photo(30, 20), 0, 20)), HasSubstr("an empty image"));
}

TEST(Bomb, TheLimitIsTheCallers) {
  DecodedImage image;
  EXPECT_THROW(decode_image(make_photo(30, 20), 3, 599, "x", image), DataError);
  decode_image(make_photo(30, 20), 3, 600, "x", image);
  EXPECT_EQ(image.bytes(), 1800U);
}

}  // namespace
}  // namespace trainer::test
