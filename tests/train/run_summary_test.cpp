#include "regard/train/run_summary.h"

#include <gtest/gtest.h>

#include "support/base/temporary_folder.h"

namespace regard::train {
namespace {

const std::string kLog =
    R"({"event":"train","step":100,"loss":4.5,"minutes":0.5}
{"event":"valid","step":100,"loss":3.5,"bleu":20,"chrf":40,"minutes":0.5}
{"event":"valid","step":200,"loss":2.5,"minutes":1}
{"event":"valid","step":300,"loss":2.75,"bleu":30.5,"chrf":50,"minutes":1.5}
)";

TEST(RunSummary, HasTheBestOfEachScore) {
  const test::TemporaryFolder folder;
  folder.write("run/log.jsonl", kLog);
  const auto summary = read_run_summary(folder / "run");
  EXPECT_EQ(summary.step, 300);
  EXPECT_EQ(summary.minutes, 1.5);
  EXPECT_EQ(summary.loss, 2.5);
  EXPECT_EQ(summary.bleu, 30.5);
  EXPECT_EQ(summary.chrf, 50);
  EXPECT_EQ(summary.test_bleu, std::nullopt);
  EXPECT_FALSE(summary.ended);
}

TEST(RunSummary, KnowsTheTestAndTheEnd) {
  const test::TemporaryFolder folder;
  folder.write("run/log.jsonl", kLog +
                                    R"({"event":"test","step":300,"loss":2.6,"bleu":31,"chrf":51}
{"event":"end","step":300,"minutes":2}
)");
  const auto summary = read_run_summary(folder / "run");
  EXPECT_EQ(summary.test_loss, 2.6);
  EXPECT_EQ(summary.test_bleu, 31);
  EXPECT_EQ(summary.test_chrf, 51);
  EXPECT_EQ(summary.minutes, 2);
  EXPECT_TRUE(summary.ended);
}

TEST(RunSummary, OfARunThatGoesOnHasNotEnded) {
  const test::TemporaryFolder folder;
  folder.write("run/log.jsonl",
               "{\"event\":\"end\",\"step\":3}\n{\"event\":\"train\",\"step\":4}\n");
  EXPECT_FALSE(read_run_summary(folder / "run").ended);
}

TEST(RunSummary, OfNothingOrHalfALineIsWhatThereIs) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(read_run_summary(folder / "run").step, 0);
  folder.write("run/log.jsonl", kLog + "{\"event\":\"val");
  EXPECT_EQ(read_run_summary(folder / "run").step, 300);
}

}  // namespace
}  // namespace regard::train
