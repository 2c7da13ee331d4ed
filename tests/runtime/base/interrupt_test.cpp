#include "base/process.h"

#include <gtest/gtest.h>

#include <csignal>

#include "support/base/terminal_signals.h"

namespace regard {
namespace {

class AnInterruptGuard : public testing::Test {
  const test::TerminalSignals signals_;
};

TEST_F(AnInterruptGuard, HasNoRequestAtFirst) {
  const InterruptGuard guard;
  EXPECT_EQ(guard.requested(), std::nullopt);
}

TEST_F(AnInterruptGuard, TurnsCtrlCIntoARequest) {
  const InterruptGuard guard;
  std::raise(SIGINT);
  EXPECT_EQ(guard.requested(), SIGINT);
  EXPECT_EQ(exit_code_of_signal(*guard.requested()), 130);
}

TEST_F(AnInterruptGuard, TurnsSigtermIntoARequest) {
  const InterruptGuard guard;
  std::raise(SIGTERM);
  std::raise(SIGTERM);
  EXPECT_EQ(guard.requested(), SIGTERM);
  EXPECT_EQ(exit_code_of_signal(*guard.requested()), 143);
}

TEST_F(AnInterruptGuard, TurnsAClosedTerminalIntoARequest) {
  const InterruptGuard guard;
  std::raise(SIGHUP);
  EXPECT_EQ(guard.requested(), SIGHUP);
}

TEST_F(AnInterruptGuard, KeepsIgnoringSignalsThatWereIgnoredBefore) {
  std::signal(SIGHUP, SIG_IGN);  // as under nohup
  {
    const InterruptGuard guard;
    std::raise(SIGHUP);
    EXPECT_EQ(guard.requested(), std::nullopt);
  }
  EXPECT_EQ(std::signal(SIGHUP, SIG_DFL), SIG_IGN);
}

TEST_F(AnInterruptGuard, StopsWorkOnlyWhenASignalCame) {
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

TEST_F(AnInterruptGuard, StopsWorkThatDoesNotKnowTheGuard) {
  EXPECT_NO_THROW(stop_if_interrupted());
  {
    const InterruptGuard guard;
    std::raise(SIGTERM);
    EXPECT_THROW(stop_if_interrupted(), Interrupted);
  }
  EXPECT_NO_THROW(stop_if_interrupted());
}

TEST_F(AnInterruptGuard, ForgetsEarlierSignals) {
  {
    const InterruptGuard guard;
    std::raise(SIGTERM);
  }
  const InterruptGuard guard;
  EXPECT_EQ(guard.requested(), std::nullopt);
}

TEST_F(AnInterruptGuard, EndsTheProgramAtTheSecondCtrlC) {
  const auto press_twice = [] {
    const InterruptGuard guard;
    std::raise(SIGINT);
    std::raise(SIGINT);
    std::exit(0);
  };
  EXPECT_EXIT(press_twice(), testing::KilledBySignal(SIGINT), "");
}

TEST_F(AnInterruptGuard, RestoresTheOldHandlers) {
  std::signal(SIGTERM, SIG_IGN);
  { const InterruptGuard guard; }
  EXPECT_EQ(std::signal(SIGTERM, SIG_DFL), SIG_IGN);
}

}  // namespace
}  // namespace regard
