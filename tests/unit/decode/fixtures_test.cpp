#include <cstdlib>

#include "base/file_system.h"
#include "helpers.h"

namespace trainer::test {
namespace {

/// Compares with a list of: file, width, height, SHA-256 of Pillow's RGB and gray bytes.
void compare_with_pillow(const std::string& list, const std::string& folder, int expected) {
  std::ifstream file(std::string(TRAINER_TEST_FILES) + "/decode/" + list);
  std::string name, rgb, gray;
  int width = 0, height = 0, count = 0;
  DecodedImage image;
  while (file >> name >> width >> height >> rgb >> gray) {
    ++count;
    const Bytes bytes = read_bytes(folder + "/" + name);
    EXPECT_EQ(read_image_info(bytes).width, width) << name;
    EXPECT_EQ(read_image_info(bytes).height, height) << name;
    for (const int channels : {3, 1}) {
      SCOPED_TRACE(name + " to channels: " + std::to_string(channels));
      decode_image(bytes, channels, kDefaultMaxPixels, name, image);
      EXPECT_EQ(image.width, width);
      EXPECT_EQ(image.height, height);
      EXPECT_EQ(image.channels, channels);
      EXPECT_GE(image.pixels.size(), image.bytes() + DecodedImage::kPadding);
      EXPECT_EQ(sha256({reinterpret_cast<const char*>(image.pixels.data()), image.bytes()}),
                channels == 3 ? rgb : gray);
    }
  }
  EXPECT_EQ(count, expected);
}

TEST(Decode, EveryKindOfImageEqualsPillow) {
  compare_with_pillow("expected.txt", std::string(TRAINER_TEST_FILES) + "/decode", 48);
}

TEST(Decode, PhotosEqualPillow) {
  const char* folder = std::getenv("TRAINER_TEST_DATA");
  if (folder == nullptr) GTEST_SKIP() << "TRAINER_TEST_DATA is not set";
  compare_with_pillow("photos.txt", folder, 24);
}

}  // namespace
}  // namespace trainer::test
