#include "regard/base/interrupt.h"

#include <gtest/gtest.h>

#include <csignal>

namespace regard {
namespace {

TEST(InterruptGuard, HasNoRequestAtFirst) {
  const InterruptGuard guard;
  EXPECT_EQ(guard.requested(), std::nullopt);
}

TEST(InterruptGuard, TurnsCtrlCIntoARequest) {
  const InterruptGuard guard;
  std::raise(SIGINT);
  EXPECT_EQ(guard.requested(), SIGINT);
  EXPECT_EQ(exit_code_of_signal(*guard.requested()), 130);
}

TEST(InterruptGuard, TurnsSigtermIntoARequest) {
  const InterruptGuard guard;
  std::raise(SIGTERM);
  std::raise(SIGTERM);
  EXPECT_EQ(guard.requested(), SIGTERM);
  EXPECT_EQ(exit_code_of_signal(*guard.requested()), 143);
}

TEST(InterruptGuard, TurnsAClosedTerminalIntoARequest) {
  const InterruptGuard guard;
  std::raise(SIGHUP);
  EXPECT_EQ(guard.requested(), SIGHUP);
}

TEST(InterruptGuard, LeavesSignalsThatWereIgnoredBefore) {
  std::signal(SIGHUP, SIG_IGN);  // nohup
  {
    const InterruptGuard guard;
    std::raise(SIGHUP);
    EXPECT_EQ(guard.requested(), std::nullopt);
  }
  EXPECT_EQ(std::signal(SIGHUP, SIG_DFL), SIG_IGN);
}

TEST(InterruptGuard, StopsWorkOnlyWhenASignalCame) {
  const InterruptGuard guard;
  EXPECT_NO_THROW(guard.stop_if_requested());
  std::raise(SIGTERM);
  try {
    guard.stop_if_requested();
    FAIL() << "went on";
  } catch (const Interrupted& stop) {
    EXPECT_EQ(stop.signal, SIGTERM);
  }
}

TEST(InterruptGuard, ForgetsWhatCameBeforeIt) {
  {
    const InterruptGuard guard;
    std::raise(SIGTERM);
  }
  const InterruptGuard guard;
  EXPECT_EQ(guard.requested(), std::nullopt);
}

TEST(InterruptGuard, EndsTheProgramAtTheSecondCtrlC) {
  const auto press_twice = [] {
    const InterruptGuard guard;
    std::raise(SIGINT);
    std::raise(SIGINT);
    std::exit(0);
  };
  EXPECT_EXIT(press_twice(), testing::KilledBySignal(SIGINT), "");
}

TEST(InterruptGuard, GivesTheOldHandlersBack) {
  std::signal(SIGTERM, SIG_IGN);
  { const InterruptGuard guard; }
  EXPECT_EQ(std::signal(SIGTERM, SIG_DFL), SIG_IGN);
}

}  // namespace
}  // namespace regard
