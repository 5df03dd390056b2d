#include "base/scratch.h"

#include <cstdint>

#include <gtest/gtest.h>

namespace trainer {
namespace {

TEST(Scratch, GrowsInLargeStepsAndKeepsItsContent) {
  std::vector<std::uint8_t> memory;
  grow_scratch(memory, 3);
  EXPECT_EQ(memory.size(), 3U);
  EXPECT_EQ(memory.capacity(), std::size_t{1} << 20);
  memory[2] = 7;
  const std::uint8_t* place = memory.data();
  grow_scratch(memory, std::size_t{1} << 20);
  EXPECT_EQ(memory.data(), place);
  grow_scratch(memory, (std::size_t{1} << 20) + 1);
  EXPECT_EQ(memory.capacity(), std::size_t{1} << 21);
  EXPECT_EQ(memory[2], 7);
}

TEST(Scratch, NeverShrinks) {
  std::vector<std::uint32_t> memory;
  grow_scratch(memory, 500);
  grow_scratch(memory, 10);
  EXPECT_EQ(memory.size(), 500U);
  reserve_scratch(memory, 0);
  EXPECT_EQ(memory.capacity(), std::size_t{1} << 18);
}

TEST(Scratch, TakesWhatIsNeededWhereThatIsMuch) {
  std::vector<std::uint8_t> memory;
  reserve_scratch(memory, std::size_t{65} << 20);
  EXPECT_EQ(memory.capacity(), std::size_t{65} << 20);
  std::vector<std::uint8_t> small;
  reserve_scratch(small, 100, 64);
  EXPECT_EQ(small.capacity(), 128U);
}

}  // namespace
}  // namespace trainer
