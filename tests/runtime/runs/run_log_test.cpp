#include "runs/run_log.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/base/temporary_folder.h"

namespace regard::train {
namespace {

using Numbers = std::vector<double>;

const std::string kLog =
    R"({"event":"train","step":100,"loss":4.5,"minutes":0.5}
{"event":"valid","step":100,"loss":3.5,"bleu":20,"chrf":40,"minutes":0.5}
{"event":"valid","step":200,"loss":2.5,"minutes":1}
{"event":"valid","step":300,"loss":2.75,"bleu":30.5,"chrf":50,"minutes":1.5}
)";

TEST(RunSummary, HasTheBestOfEachScore) {
  const test::TemporaryFolder folder;
  folder.write("run/log.jsonl", kLog);
  const auto summary = read_run_log(folder / "run").summary;
  EXPECT_EQ(summary.step, 300);
  EXPECT_EQ(summary.minutes, 1.5);
  EXPECT_EQ(summary.loss, 2.5);
  EXPECT_EQ(score_of(summary.scores, "bleu"), 30.5);
  EXPECT_EQ(score_of(summary.scores, "chrf"), 50);
  EXPECT_EQ(score_of(summary.test_scores, "bleu"), std::nullopt);
  EXPECT_FALSE(summary.ended);
}

TEST(RunSummary, KnowsTheTestAndTheEnd) {
  const test::TemporaryFolder folder;
  folder.write("run/log.jsonl", kLog +
                                    R"({"event":"test","step":300,"loss":2.6,"bleu":31,"chrf":51}
{"event":"end","step":300,"minutes":2}
)");
  const auto summary = read_run_log(folder / "run").summary;
  EXPECT_EQ(summary.test_loss, 2.6);
  EXPECT_EQ(score_of(summary.test_scores, "bleu"), 31);
  EXPECT_EQ(score_of(summary.test_scores, "chrf"), 51);
  EXPECT_EQ(summary.minutes, 2);
  EXPECT_TRUE(summary.ended);
}

TEST(RunSummary, OfARunningTrainingRunHasNotEnded) {
  const test::TemporaryFolder folder;
  folder.write("run/log.jsonl",
               "{\"event\":\"end\",\"step\":3}\n{\"event\":\"train\",\"step\":4}\n");
  EXPECT_FALSE(read_run_log(folder / "run").summary.ended);
}

TEST(RunSummary, OfARunThatDivergedSaysWhere) {
  const test::TemporaryFolder folder;
  folder.write("run/log.jsonl", kLog + R"({"event":"train","step":400,"loss":null,"minutes":2}
{"event":"train","step":500,"loss":null,"minutes":3}
)");
  const auto log = read_run_log(folder / "run");
  EXPECT_EQ(log.summary.diverged, 400);
  EXPECT_EQ(log.summary.loss, 2.5);
  EXPECT_EQ(log.broken_lines, 0);
  const auto& curve = log.curves.at("train/loss");
  EXPECT_EQ(curve.steps, (Numbers{100, 400, 500}));
  EXPECT_TRUE(std::isnan(curve.values.back()));
}

TEST(RunSummary, SkipsLinesThatAreNotEvents) {
  const test::TemporaryFolder folder;
  folder.write("run/log.jsonl", R"([1, 2]
{"event":5,"step":1,"loss":1}
{"event":"valid","step":"one","loss":1}
{"event":"valid","step":-1,"loss":1}
{"event":"valid","step":1,"loss":{"is":1}}
{"event":"valid","step":1e400,"loss":1}
)"
                                "\xFF\n" +
                                    std::string(3'000'000, 'x') + '\n' + kLog);
  const auto log = read_run_log(folder / "run");
  EXPECT_EQ(log.broken_lines, 8);
  EXPECT_EQ(log.summary.step, 300);
  EXPECT_EQ(log.summary.loss, 2.5);
}

TEST(RunSummary, OfAnEmptyOrPartialLogIsWhatItSays) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(read_run_log(folder / "run").summary.step, 0);
  folder.write("run/log.jsonl", kLog + "{\"event\":\"val");
  EXPECT_EQ(read_run_log(folder / "run").summary.step, 300);
}

TEST(RunSummary, HasTheEnergyIfTheLogHasItToTheEnd) {
  const test::TemporaryFolder folder;
  folder.write("run/log.jsonl",
               R"({"event":"train","step":100,"minutes":0.5,"joules":900}
{"event":"test","step":200,"loss":3}
{"event":"end","step":200,"minutes":1,"joules":1800.5}
)");
  EXPECT_EQ(read_run_log(folder / "run").summary.joules, 1800.5);
  folder.write("run/log.jsonl",
               R"({"event":"train","step":100,"minutes":0.5,"joules":900}
{"event":"train","step":200,"minutes":1}
)");
  EXPECT_EQ(read_run_log(folder / "run").summary.joules, std::nullopt);
}

TEST(LearningCurves, AreTheFiguresOfTheLogByEventAndName) {
  const test::TemporaryFolder folder;
  folder.write("log.jsonl",
               "{\"event\":\"train\",\"step\":10,\"loss\":3.5,\"minutes\":0.5}\n"
               "{\"event\":\"valid\",\"step\":10,\"loss\":3.0,\"bleu\":12.5,\"minutes\":0.5}\n"
               "{\"event\":\"train\",\"step\":20,\"loss\":2.5}\n"
               "{\"event\":\"valid\",\"step\":2");  // incomplete line
  const auto curves = read_run_log(folder / "").curves;
  ASSERT_EQ(curves.size(), 3U);
  const auto& loss = curves.at("train/loss");
  EXPECT_EQ(loss.steps, (Numbers{10, 20}));
  EXPECT_EQ(loss.values, (Numbers{3.5, 2.5}));
  EXPECT_EQ(loss.minutes[0], 0.5);
  EXPECT_TRUE(std::isnan(loss.minutes[1]));
  EXPECT_EQ(curves.at("valid/bleu").values, Numbers{12.5});
}

TEST(LearningCurves, NameTheTextsThatARunValidatesOn) {
  const Curve any;
  EXPECT_EQ(validation_texts({{"valid/loss", any},
                              {"valid/bleu", any},
                              {"valid/law/loss", any},
                              {"valid/law/bleu", any},
                              {"valid/games/loss", any},
                              {"average/talks/loss", any}}),
            (std::vector<std::string>{"games", "law"}));
}

TEST(LearningCurves, LeaveOutAStepThatIsTooLarge) {
  const test::TemporaryFolder folder;
  folder.write("log.jsonl",
               "{\"event\":\"train\",\"step\":18446744073709551615,\"loss\":null}\n"
               "{\"event\":\"train\",\"step\":20,\"loss\":2.5}\n");
  const auto log = read_run_log(folder / "");
  EXPECT_EQ(log.broken_lines, 1);
  EXPECT_EQ(log.summary.diverged, std::nullopt);
  EXPECT_EQ(log.curves.at("train/loss").steps, Numbers{20});
}

TEST(LearningCurves, OfARunWithoutALogAreNone) {
  const test::TemporaryFolder folder;
  EXPECT_TRUE(read_run_log(folder / "nothing").curves.empty());
}

}  // namespace
}  // namespace regard::train
