#include "api/available_memory.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "unit/base/temp_folder.h"

namespace trainer {
namespace {

/// A machine with 8 GiB available and 1 GiB of free swap, whose control groups are the test's.
class AvailableMemoryTest : public testing::Test {
 protected:
  AvailableMemoryTest() {
    write("proc/meminfo",
          "MemTotal:       16777216 kB\nMemAvailable:    8388608 kB\nSwapFree: 1048576 kB\n");
  }
  void write(const std::string& file, const std::string& content) const {
    const std::filesystem::path path = root_ / file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << content;
  }
  std::uint64_t mebibytes() const { return available_memory(root_.path()).memory >> 20; }

  test::TempFolder root_;
};

TEST_F(AvailableMemoryTest, IsWhatTheKernelSays) {
  EXPECT_EQ(mebibytes(), 8192U);
  EXPECT_EQ(available_memory(root_.path()).swap >> 20, 1024U);
}

TEST_F(AvailableMemoryTest, IsWhatTheGroupOfAContainerLeaves) {
  write("proc/self/cgroup", "0::/\n");
  write("sys/fs/cgroup/memory.max", "2147483648\n");
  write("sys/fs/cgroup/memory.current", "1073741824\n");
  write("sys/fs/cgroup/memory.stat", "anon 268435456\ninactive_file 536870912\n");
  EXPECT_EQ(mebibytes(), 2048U - (1024U - 512U)) << "cached files make way";
}

TEST_F(AvailableMemoryTest, TheTightestGroupAboveCounts) {
  write("proc/self/cgroup", "0::/user.slice/job.scope\n");
  write("sys/fs/cgroup/user.slice/job.scope/memory.max", "max\n");
  write("sys/fs/cgroup/user.slice/memory.max", "1073741824\n");
  EXPECT_EQ(mebibytes(), 1024U);
}

TEST_F(AvailableMemoryTest, GroupsOfTheFirstVersionCountToo) {
  write("proc/self/cgroup", "5:cpu:/\n4:memory:/job\n0::/\n");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "3221225472\n");
  write("sys/fs/cgroup/memory/job/memory.usage_in_bytes", "2147483648\n");
  write("sys/fs/cgroup/memory/job/memory.stat", "total_inactive_file 1073741824\n");
  EXPECT_EQ(mebibytes(), 2048U);
}

TEST_F(AvailableMemoryTest, AGroupThatIsFullLeavesNothingAndIsNotUnknown) {
  write("proc/self/cgroup", "0::/\n");
  write("sys/fs/cgroup/memory.max", "1073741824\n");
  write("sys/fs/cgroup/memory.current", "1073741824\n");
  EXPECT_EQ(available_memory(root_.path()).memory, 1U);
}

TEST(AvailableMemory, OfThisMachineIsKnown) {
  EXPECT_GT(available_memory().memory, 1ULL << 20);
}

TEST(AvailableMemory, IsUnknownWithoutProc) {
  const test::TempFolder empty;
  EXPECT_EQ(available_memory(empty.path()).memory, 0U);
}

}  // namespace
}  // namespace trainer
