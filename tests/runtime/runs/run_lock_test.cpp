#include "runs/run_log.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

#include "regard/base/error.h"
#include "support/base/temporary_folder.h"

namespace regard::train {
namespace {

TEST(RunLock, IsRefusedToASecondTrainingAndFreeAfterTheFirst) {
  const test::TemporaryFolder folder;
  std::optional<RunLock> first(folder.path().string());
  EXPECT_THROW(RunLock(folder.path().string()), Error);
  first.reset();
  EXPECT_NO_THROW(RunLock(folder.path().string()));
}

TEST(RunLock, LeavesNothingInTheDirectory) {
  const test::TemporaryFolder folder;
  { const RunLock lock(folder.path().string()); }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace regard::train
