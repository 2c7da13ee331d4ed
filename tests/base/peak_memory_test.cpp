#include "regard/base/peak_memory.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/base/temporary_folder.h"

namespace regard {
namespace {

TEST(PeakMemory, IsTheHighWaterMarkOfTheProcess) {
  const test::TemporaryFolder folder;
  folder.write("proc/self/status", "Name:\tregard\nVmPeak:\t  9000 kB\nVmHWM:\t    2048 kB\n");
  EXPECT_EQ(peak_memory(folder.path()), 2048 * 1024);
}

TEST(PeakMemory, GrowsWithWhatIsUsedAndStaysWhenItIsGivenBack) {
  constexpr size_t kSize = size_t{64} << 20U;
  { const std::vector<char> used(kSize, 1); }
  const auto after = peak_memory();
  EXPECT_GE(after, static_cast<int64_t>(kSize));
  EXPECT_GE(peak_memory(), after);
}

TEST(PeakMemory, IsKnownWithoutProc) {
  const test::TemporaryFolder folder;
  EXPECT_GT(peak_memory(folder.path()), 1 << 20);
}

}  // namespace
}  // namespace regard
