#include "cli/run_program.h"

#include <c10/util/Exception.h>
#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <string>

#include "base/log.h"
#include "base/terminal.h"
#include "regard/base/error.h"

namespace regard::cli {
namespace {

struct Report {
  int exit_code;
  std::string text;
};

Report report_of(const std::function<int()>& run) {
  testing::internal::CaptureStderr();
  const int exit_code = report_errors(run);
  return {exit_code, testing::internal::GetCapturedStderr()};
}

TEST(ReportErrors, ReturnsTheExitCodeOnSuccess) {
  const auto report = report_of([] { return 143; });
  EXPECT_EQ(report.exit_code, 143);
  EXPECT_EQ(report.text, "");
}

TEST(ReportErrors, SaysWhereWhatAndTheRemedy) {
  const auto report = report_of([]() -> int { throw Error("is 0", "a.yaml:1", "make it 1"); });
  EXPECT_EQ(report.exit_code, 2);
  EXPECT_EQ(report.text, "regard: a.yaml:1: is 0\n        make it 1\n");
}

TEST(ReportErrors, StandOutOnATerminalWithColor) {
  set_color_mode(ColorMode::always);
  const auto report = report_of([]() -> int { throw Error("is 0", "a.yaml:1", "make it 1"); });
  set_color_mode(ColorMode::automatic);
  EXPECT_EQ(report.text, "\033[1;31mregard:\033[0m a.yaml:1: is 0\n        make it 1\n");
}

TEST(ReportErrors, LeavesOutWhatIsUnknown) {
  const auto report =
      report_of([]() -> int { throw Error("the disk is full", "", "", ExitCode::failure); });
  EXPECT_EQ(report.exit_code, 1);
  EXPECT_EQ(report.text, "regard: the disk is full\n");
}

TEST(ReportErrors, IndentsFurtherLines) {
  const auto report = report_of([]() -> int { throw Error("two things\none\ntwo"); });
  EXPECT_EQ(report.text, "regard: two things\n        one\n        two\n");
}

TEST(ReportErrors, ShowsErrorsOfLibTorchInOneLine) {
  const auto report = report_of([]() -> int {
    TORCH_CHECK(false, "query must be 3-d\nand more");
    return 0;
  });
  EXPECT_EQ(report.exit_code, 1);
  EXPECT_EQ(report.text, "regard: query must be 3-d\n");
}

TEST(ReportErrors, KnowsOtherExceptions) {
  EXPECT_EQ(report_of([]() -> int { throw std::runtime_error("odd"); }).text, "regard: odd\n");
  const auto report = report_of([]() -> int { throw std::bad_alloc(); });
  EXPECT_EQ(report.exit_code, 1);
  EXPECT_TRUE(report.text.starts_with("regard: out of memory\n"));
}

TEST(ReportErrors, IsSilentWhenTheReaderHasGone) {
  const auto report = report_of([]() -> int { throw OutputClosed(); });
  EXPECT_EQ(report.exit_code, 141);
  EXPECT_EQ(report.text, "");
}

}  // namespace
}  // namespace regard::cli
