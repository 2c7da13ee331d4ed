#include "base/files.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <optional>
#include <thread>

#include "base/process.h"
#include "support/base/temporary_folder.h"
#include "support/base/terminal_signals.h"

namespace regard {
namespace {

TEST(FileLock, IsHeldByOneAtATime) {
  const test::TemporaryFolder folder;
  std::optional<FileLock> first(folder / "lock");
  std::atomic<bool> is_released = false, was_released = false;
  std::thread other([&] {
    const FileLock second(folder / "lock");
    was_released = is_released.load();
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  is_released = true;
  first.reset();
  other.join();
  EXPECT_TRUE(was_released);
}

TEST(FileLock, IsNotWaitedForAfterASignal) {
  const test::TerminalSignals signals;
  const test::TemporaryFolder folder;
  const FileLock first(folder / "lock");
  const InterruptGuard interrupt;
  std::thread other([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::raise(SIGTERM);
  });
  EXPECT_THROW(FileLock(folder / "lock"), Interrupted);
  other.join();
}

TEST(FileLock, IsMissingIfItsFolderIsMissing) {
  const test::TemporaryFolder folder;
  const FileLock first(folder / "missing/lock");
  const FileLock second(folder / "missing/lock");
}

}  // namespace
}  // namespace regard
