#include "base/machine.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/base/temporary_folder.h"

namespace regard {
namespace {

TEST(PeakMemory, IsTheHighWaterMarkOfTheProcess) {
  const test::TemporaryFolder folder;
  folder.write("proc/self/status", "Name:\tregard\nVmPeak:\t  9000 kB\nVmHWM:\t    2048 kB\n");
  EXPECT_EQ(peak_mebibytes(folder.path()), 2);
}

TEST(PeakMemory, GrowsWithWhatIsUsedAndStaysWhenItIsGivenBack) {
  { const std::vector<char> used(size_t{64} << 20U, 1); }
  const auto after = peak_mebibytes();
  EXPECT_GE(after, 64);
  EXPECT_GE(peak_mebibytes(), after);
}

TEST(PeakMemory, IsKnownWithoutProc) {
  const test::TemporaryFolder folder;
  EXPECT_GT(peak_mebibytes(folder.path()), 1);
}

}  // namespace
}  // namespace regard
