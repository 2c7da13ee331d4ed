#include "base/machine.h"

#include <gtest/gtest.h>

#include "support/base/temporary_folder.h"

namespace regard {
namespace {

constexpr auto kMeminfo =
    "MemTotal:       24684092 kB\nMemFree:        14003132 kB\nMemAvailable:   1000 kB\n"
    "HugePages_Total:       0\n";

TEST(AvailableMemory, IsThatOfTheMachine) {
  const test::TemporaryFolder root;
  root.write("proc/meminfo", kMeminfo);
  EXPECT_EQ(available_memory(root.path()), 1000 * 1024);
}

TEST(AvailableMemory, IsWhatAContainerLeaves) {
  const test::TemporaryFolder root;
  root.write("proc/meminfo", kMeminfo);
  root.write("proc/self/cgroup", "0::/\n");
  root.write("sys/fs/cgroup/memory.max", "5000\n");
  root.write("sys/fs/cgroup/memory.current", "2000\n");
  EXPECT_EQ(available_memory(root.path()), 3000);
  root.write("sys/fs/cgroup/memory.max", "max\n");
  EXPECT_EQ(available_memory(root.path()), 1000 * 1024);
}

TEST(AvailableMemory, IsWhatAGroupOfEitherVersionLeaves) {
  const test::TemporaryFolder root;
  root.write("proc/meminfo", kMeminfo);
  root.write("proc/self/cgroup", "5:cpu:/\n4:memory:/a/b\n0::/job\n");
  root.write("sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "9000\n");
  root.write("sys/fs/cgroup/memory/a/b/memory.usage_in_bytes", "1000\n");
  EXPECT_EQ(available_memory(root.path()), 8000);
  root.write("sys/fs/cgroup/job/memory.max", "700\n");
  root.write("sys/fs/cgroup/job/memory.current", "800\n");
  EXPECT_EQ(available_memory(root.path()), 0);
}

TEST(AvailableMemory, OfThisMachineIsMoreThanAMegabyte) { EXPECT_GT(available_memory(), 1 << 20); }

}  // namespace
}  // namespace regard
