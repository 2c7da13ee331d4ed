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

TEST(AvailableMemory, IncludesThePagesOfFilesThatAContainerHasReadAndGivesBack) {
  const test::TemporaryFolder root;
  root.write("proc/meminfo", kMeminfo);
  root.write("proc/self/cgroup", "4:memory:/a\n0::/job\n");
  root.write("sys/fs/cgroup/job/memory.max", "5000\n");
  root.write("sys/fs/cgroup/job/memory.current", "4900\n");
  root.write("sys/fs/cgroup/job/memory.stat", "anon 900\ninactive_file 4000\nactive_file 0\n");
  EXPECT_EQ(available_memory(root.path()), 4100);
  root.write("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "3000\n");
  root.write("sys/fs/cgroup/memory/a/memory.usage_in_bytes", "2500\n");
  root.write("sys/fs/cgroup/memory/a/memory.stat", "inactive_file 1\ntotal_inactive_file 1500\n");
  EXPECT_EQ(available_memory(root.path()), 2000);
}

TEST(AvailableMemory, OfThisMachineIsMoreThanAMegabyte) { EXPECT_GT(available_memory(), 1 << 20); }

}  // namespace
}  // namespace regard
