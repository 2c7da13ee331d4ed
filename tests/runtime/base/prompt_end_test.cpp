#include "base/terminal.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "base/process.h"
#include "support/base/terminal_signals.h"

namespace regard {
namespace {

using std::chrono::seconds;

class PromptEndOfWork : public testing::Test {
 protected:
  PromptEndOfWork() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

 private:
  const test::TerminalSignals signals_;
};

TEST_F(PromptEndOfWork, EndsAProcessThatWaits) {
  for (const int signal : {SIGTERM, SIGINT}) {
    const auto wait = [&] {
      const InterruptGuard interrupt;
      const PromptEnd end("nothing to save");
      std::raise(signal);
      std::this_thread::sleep_for(seconds(60));
      std::exit(0);
    };
    const auto started = std::chrono::steady_clock::now();
    EXPECT_EXIT(wait(), testing::ExitedWithCode(128 + signal), "nothing to save");
    EXPECT_LT(std::chrono::steady_clock::now() - started, seconds(30));
  }
}

TEST_F(PromptEndOfWork, LetsWorkStopByItself) {
  const auto stop = [] {
    const InterruptGuard interrupt;
    {
      const PromptEnd end("");
      std::raise(SIGTERM);
    }
    std::this_thread::sleep_for(seconds(1));
    std::exit(7);
  };
  EXPECT_EXIT(stop(), testing::ExitedWithCode(7), "");
}

TEST_F(PromptEndOfWork, EndsNothingWithoutASignal) {
  const InterruptGuard interrupt;
  { const PromptEnd end(""); }
  EXPECT_EQ(interrupt.requested(), std::nullopt);
}

}  // namespace
}  // namespace regard
