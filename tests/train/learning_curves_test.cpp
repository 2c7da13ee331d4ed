#include "regard/train/learning_curves.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/base/temporary_folder.h"

namespace regard::train {
namespace {

using Numbers = std::vector<double>;

TEST(LearningCurves, AreTheFiguresOfTheLogByEventAndName) {
  const test::TemporaryFolder folder;
  folder.write("log.jsonl",
               "{\"event\":\"train\",\"step\":10,\"loss\":3.5,\"minutes\":0.5}\n"
               "{\"event\":\"valid\",\"step\":10,\"loss\":3.0,\"bleu\":12.5,\"minutes\":0.5}\n"
               "{\"event\":\"train\",\"step\":20,\"loss\":2.5}\n"
               "{\"event\":\"valid\",\"step\":2");  // half a line
  const auto curves = read_learning_curves(folder / "");
  ASSERT_EQ(curves.size(), 3U);
  const auto& loss = curves.at("train/loss");
  EXPECT_EQ(loss.steps, (Numbers{10, 20}));
  EXPECT_EQ(loss.values, (Numbers{3.5, 2.5}));
  EXPECT_EQ(loss.minutes[0], 0.5);
  EXPECT_TRUE(std::isnan(loss.minutes[1]));
  EXPECT_EQ(curves.at("valid/bleu").values, Numbers{12.5});
}

TEST(LearningCurves, OfARunWithoutALogAreNone) {
  const test::TemporaryFolder folder;
  EXPECT_TRUE(read_learning_curves(folder / "nothing").empty());
}

}  // namespace
}  // namespace regard::train
