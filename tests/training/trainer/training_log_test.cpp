#include "trainer/training_log.h"

#include <gtest/gtest.h>

#include "regard/base/error.h"
#include "support/base/file_size_limit.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::train {
namespace {

class TrainingLogTest : public testing::Test {
 protected:
  // A log with one more line after the state was saved.
  TrainingLogTest() {
    TrainingLog log(folder_.path(), 0);
    log.write("train", 100, {{"loss", 2.5}, {"epoch", 1}});
    saved_bytes_ = log.bytes();
    log.write("train", 200, {{"loss", 2.25}});
  }
  std::string lines() const { return folder_.read("log.jsonl"); }

  test::TemporaryFolder folder_;
  int64_t saved_bytes_ = 0;
};

TEST_F(TrainingLogTest, HasALineForEachEvent) {
  EXPECT_EQ(lines(), R"({"event":"train","step":100,"loss":2.5,"epoch":1}
{"event":"train","step":200,"loss":2.25}
)");
}

TEST_F(TrainingLogTest, OfAResumedRunContinuesFromTheSavedState) {
  TrainingLog log(folder_.path(), saved_bytes_);
  EXPECT_EQ(log.bytes(), saved_bytes_);  // even before anything is written
  log.write("train", 200, {{"loss", 2}});
  EXPECT_EQ(lines(), R"({"event":"train","step":100,"loss":2.5,"epoch":1}
{"event":"train","step":200,"loss":2}
)");
}

TEST(FiguresOfTexts, HaveTheTextsNameBeforeTheirs) {
  Figures figures;
  add_texts(figures, {.texts = {{.loss = 2.5, .scores = {{"bleu", 31.25}}, .name = "law"},
                                {.loss = 3.5, .name = "games"}}});
  EXPECT_EQ(figures, (Figures{{"law/loss", 2.5}, {"law/bleu", 31.25}, {"games/loss", 3.5}}));
}

TEST_F(TrainingLogTest, OnAFullDiskIsAnError) {
  TrainingLog log(folder_.path(), 2 * saved_bytes_);
  const test::FileSizeLimit full(static_cast<rlim_t>(lines().size() + 10));
  const Error error = test::thrown_error([&] { log.write("valid", 200, {{"loss", 2}}); });
  EXPECT_EQ(error.problem(), "cannot be written: File too large");
}

}  // namespace
}  // namespace regard::train
