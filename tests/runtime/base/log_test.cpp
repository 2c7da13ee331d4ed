#include "base/log.h"

#include <gtest/gtest.h>

namespace regard {
namespace {

std::string printed(const auto& action) {
  testing::internal::CaptureStderr();
  action();
  return testing::internal::GetCapturedStderr();
}

TEST(Log, GoesToStandardErrorOneLineACall) {
  EXPECT_EQ(printed([] { log_info("step ", 3, ": loss ", 2.5); }), "step 3: loss 2.5\n");
}

TEST(Log, MarksWarnings) {
  EXPECT_EQ(printed([] { log_warning("line ", 7, " is blank"); }),
            "regard: warning: line 7 is blank\n");
}

TEST(Log, OnlyWarnsIfItIsQuiet) {
  set_quiet(true);
  const std::string text = printed([] {
    log_info("step 3");
    log_warning("blank");
  });
  set_quiet(false);
  EXPECT_EQ(text, "regard: warning: blank\n");
}

TEST(Log, ShowsNoStatusLineWithoutATerminal) {
  EXPECT_EQ(printed([] {
              show_status("52 %");
              log_info("a line");
              show_status("");
            }),
            "a line\n");
}

TEST(Color, IsForTerminals) {
  EXPECT_TRUE(color_is_wanted(ColorMode::automatic, true, nullptr, "xterm"));
  EXPECT_FALSE(color_is_wanted(ColorMode::automatic, false, nullptr, "xterm"));
  EXPECT_FALSE(color_is_wanted(ColorMode::automatic, true, nullptr, "dumb"));
  EXPECT_FALSE(color_is_wanted(ColorMode::automatic, true, nullptr, nullptr));
}

TEST(Color, IsOffWhenNoColorIsSetAndNotEmpty) {
  EXPECT_FALSE(color_is_wanted(ColorMode::automatic, true, "1", "xterm"));
  EXPECT_TRUE(color_is_wanted(ColorMode::automatic, true, "", "xterm"));
}

TEST(Color, PrefersTheUsersChoice) {
  EXPECT_TRUE(color_is_wanted(ColorMode::always, false, "1", "dumb"));
  EXPECT_FALSE(color_is_wanted(ColorMode::never, true, nullptr, "xterm"));
}

}  // namespace
}  // namespace regard
