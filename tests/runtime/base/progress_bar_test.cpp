#include "base/terminal.h"

#include <gtest/gtest.h>

#include "base/log.h"

namespace regard {
namespace {

TEST(ProgressBar, PrintsNothingWithoutATerminal) {
  testing::internal::CaptureStderr();
  {
    ProgressBar bar(10, "train");
    for (int i = 0; i <= 10; ++i) bar.update(i, "loss 3.2");
    bar.finish();
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(ProgressLine, ShowsShareFieldsAndTimeLeft) {
  EXPECT_EQ(progress_line("train", 50, 100, "loss 3.2", 75),
            "train  [============>           ] 50 %  1 min 15 s left  loss 3.2");
}

TEST(ProgressLine, IsFullAtTheEndAndNeverFuller) {
  const std::string full = "train  [" + std::string(24, '=') + "] 100 %";
  EXPECT_EQ(progress_line("train", 100, 100, "", -1), full);
  EXPECT_EQ(progress_line("train", 101, 100, "", -1), full);
  EXPECT_EQ(progress_line("train", 0, 100, "", -1), "train  [>" + std::string(23, ' ') + "] 0 %");
}

TEST(ProgressLine, LeavesOutTheFieldsThatDoNotFit) {
  const auto line = [](size_t columns) {
    return progress_line("train", 50, 100, "epoch 3, loss 3.2, 900 tokens/s", 75, columns);
  };
  const std::string bare = "train  [============>           ] 50 %  1 min 15 s left";
  EXPECT_EQ(line(79), bare + "  epoch 3, loss 3.2");
  EXPECT_EQ(line(bare.size() + 2 + 31), bare + "  epoch 3, loss 3.2, 900 tokens/s");
  EXPECT_EQ(line(60), bare);
  EXPECT_EQ(line(20), bare);
}

TEST(ProgressLine, OfUnknownLengthCounts) {
  EXPECT_EQ(progress_line("translate", 1234, 0, "80 lines/s", -1), "translate  1234  80 lines/s");
}

struct Duration {
  double seconds;
  const char* text;
};

class FormatDuration : public testing::TestWithParam<Duration> {};

TEST_P(FormatDuration, HasTwoUnits) {
  EXPECT_EQ(format_duration(GetParam().seconds), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(
    All, FormatDuration,
    testing::Values(Duration{0, "0.0 s"}, Duration{0.42, "0.4 s"}, Duration{9.96, "10 s"},
                    Duration{12, "12 s"}, Duration{59.4, "59 s"}, Duration{59.6, "1 min 00 s"},
                    Duration{200, "3 min 20 s"}, Duration{3599.9, "1 h 00 min"},
                    Duration{3725, "1 h 02 min"}, Duration{90000, "1 d 01 h"}, Duration{-1, "?"}));

}  // namespace
}  // namespace regard
