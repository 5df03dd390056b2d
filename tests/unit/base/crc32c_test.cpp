#include "base/crc32c.h"

#include <string>

#include <gtest/gtest.h>

namespace trainer {
namespace {

TEST(Crc32c, GivesTheKnownValues) {
  EXPECT_EQ(crc32c(""), 0U);
  EXPECT_EQ(crc32c("123456789"), 0xE3069283U);
  EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8A9136AAU);
  EXPECT_EQ(crc32c(std::string(32, '\xff')), 0x62A8AB43U);
  EXPECT_NE(masked_crc32c("foo"), crc32c("foo"));
}

TEST(Crc32c, IsTheSameByTablesAndByInstruction) {
  std::string bytes;
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(crc32c(bytes), crc32c_portable(bytes)) << i;
    bytes += static_cast<char>(i * 37 + 11);
  }
}

}  // namespace
}  // namespace trainer
