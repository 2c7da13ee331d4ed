#include "base/machine.h"

#include <gtest/gtest.h>
#include <sched.h>

#include "support/base/temporary_folder.h"

namespace regard {
namespace {

/// A machine as seen through /proc and /sys.
class CpuQuota : public testing::Test {
 protected:
  void limit_v1(const std::string& group, const std::string& quota, const std::string& period) {
    const auto folder = "sys/fs/cgroup/cpu,cpuacct/" + group;
    root_.write(folder + "/cpu.cfs_quota_us", quota + "\n");
    root_.write(folder + "/cpu.cfs_period_us", period + "\n");
  }
  void mount_v1(const std::string& shown) {
    root_.write("proc/self/mountinfo",
                "30 23 0:26 / /sys/fs/cgroup ro,nosuid - tmpfs tmpfs ro,mode=755\n"
                "31 30 0:27 " +
                    shown +
                    " /sys/fs/cgroup/cpuset rw shared:9 - cgroup cgroup rw,cpuset\n"
                    "32 30 0:28 " +
                    shown +
                    " /sys/fs/cgroup/cpu,cpuacct rw shared:10 - cgroup cgroup rw,cpu,cpuacct\n");
  }
  void mount_v2(const std::string& point) {
    root_.write("proc/self/mountinfo",
                "32 30 0:28 / " + point + " rw,relatime shared:4 - cgroup2 cgroup2 rw\n");
  }
  std::optional<int64_t> quota() const { return cpu_quota(root_.path()); }

  test::TemporaryFolder root_;
};

TEST_F(CpuQuota, IsNoneWithoutControlGroups) { EXPECT_EQ(quota(), std::nullopt); }

TEST_F(CpuQuota, OfVersion1IsQuotaByPeriod) {
  mount_v1("/");
  root_.write("proc/self/cgroup", "4:cpuset:/\n3:cpu,cpuacct:/job\n0::/\n");
  limit_v1("job", "200000", "100000");
  EXPECT_EQ(quota(), 2);
  limit_v1("job", "-1", "100000");
  EXPECT_EQ(quota(), std::nullopt);
}

TEST_F(CpuQuota, IsRoundedUp) {
  mount_v1("/");
  root_.write("proc/self/cgroup", "3:cpu,cpuacct:/job\n");
  limit_v1("job", "150000", "100000");
  EXPECT_EQ(quota(), 2);
  limit_v1("job", "10000", "100000");
  EXPECT_EQ(quota(), 1);
  limit_v1("job", "300000", "100000");
  EXPECT_EQ(quota(), 3);
}

TEST_F(CpuQuota, IsTheSmallestOfNestedGroups) {
  mount_v1("/");
  root_.write("proc/self/cgroup", "3:cpu,cpuacct:/pods/pod/job\n");
  limit_v1("", "-1", "100000");
  limit_v1("pods", "800000", "100000");
  limit_v1("pods/pod", "100000", "50000");
  limit_v1("pods/pod/job", "-1", "100000");
  EXPECT_EQ(quota(), 2);
}

TEST_F(CpuQuota, OfAContainerIsFoundByItsMount) {
  mount_v1("/docker/abc");
  root_.write("proc/self/cgroup", "3:cpu,cpuacct:/docker/abc\n");
  limit_v1("", "100000", "100000");
  EXPECT_EQ(quota(), 1);
  root_.write("proc/self/cgroup", "3:cpu,cpuacct:/docker/abc/job\n");
  limit_v1("job", "50000", "100000");
  EXPECT_EQ(quota(), 1);
  root_.write("proc/self/cgroup", "3:cpu,cpuacct:/../elsewhere\n");
  EXPECT_EQ(quota(), 1);
}

TEST_F(CpuQuota, OfVersion2IsReadWhereItIsMounted) {
  for (const std::string point : {"/sys/fs/cgroup", "/sys/fs/cgroup/unified", "/my\\040groups"}) {
    mount_v2(point);
    const auto folder = point.starts_with("/my") ? "my groups" : point.substr(1);
    root_.write("proc/self/cgroup", "0::/user.slice/job\n");
    root_.write(folder + "/user.slice/job/cpu.max", "max 100000\n");
    root_.write(folder + "/user.slice/cpu.max", "250000 100000\n");
    EXPECT_EQ(quota(), 3) << point;
    root_.write(folder + "/user.slice/job/cpu.max", "100000 100000\n");
    EXPECT_EQ(quota(), 1) << point;
    root_.write(folder + "/user.slice/job/cpu.max", "max 100000\n");
    root_.write(folder + "/user.slice/cpu.max", "max\n");
    EXPECT_EQ(quota(), std::nullopt) << point;
  }
}

TEST_F(CpuQuota, OfAContainerOfVersion2IsTheRoots) {
  root_.write("proc/self/cgroup", "0::/\n");
  root_.write("sys/fs/cgroup/cpu.max", "100000 100000\n");
  EXPECT_EQ(quota(), 1);
}

TEST_F(CpuQuota, IsUnlimitedIfFilesMakeNoSense) {
  mount_v2("/sys/fs/cgroup");
  root_.write("proc/self/cgroup", "nonsense\n0::/job\n::\n");
  for (const auto* text :
       {"", "\n", "words\n", "100000\n", "100000 0\n", "-5 100000\n", "nan 1\n"}) {
    root_.write("sys/fs/cgroup/job/cpu.max", text);
    EXPECT_EQ(quota(), std::nullopt) << text;
  }
}

TEST(Cores, AreNoMoreThanTheAffinityAllows) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  cpu_set_t one;
  CPU_ZERO(&one);
  for (int processor = 0; processor < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++processor) {
    if (CPU_ISSET(processor, &before)) CPU_SET(processor, &one);
  }
  EXPECT_GE(cores(), 1);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  EXPECT_EQ(cores(), 1);
  sched_setaffinity(0, sizeof(before), &before);
}

}  // namespace
}  // namespace regard
