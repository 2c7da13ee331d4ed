#include "runs/run_log.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

#include "regard/base/error.h"
#include "support/base/temporary_folder.h"

namespace regard::train {
namespace {

/// An empty run directory. The test's temporary folder has a lock of its own.
std::string run_in(const test::TemporaryFolder& folder) {
  const auto run = folder.path() / "run";
  std::filesystem::create_directory(run);
  return run.string();
}

TEST(RunLock, IsRefusedToASecondRunUntilTheFirstEnds) {
  const test::TemporaryFolder folder;
  const auto run = run_in(folder);
  std::optional<RunLock> first(run);
  EXPECT_THROW(RunLock{run}, Error);
  first.reset();
  EXPECT_NO_THROW(RunLock{run});
}

TEST(RunLock, LeavesNothingInTheDirectory) {
  const test::TemporaryFolder folder;
  const auto run = run_in(folder);
  { const RunLock lock(run); }
  EXPECT_TRUE(std::filesystem::is_empty(run));
}

}  // namespace
}  // namespace regard::train
