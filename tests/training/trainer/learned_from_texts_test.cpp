#include "trainer/learned_from_texts.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "support/training_folder.h"

namespace regard::train {
namespace {

class LearnedFromTextsTest : public testing::Test, public test::TrainingFolder {
 protected:
  /// Trains two steps with guided attention; what it learns is cached, unless the cache is "none".
  std::string weights_of(const std::string& run, const std::string& cache) {
    train(run, {"training.steps=2", "training.warmup=1", "training.guided_alignment=0.3",
                "data.cache=" + cache});
    return directory_.read(run + "/model.safetensors");
  }

  std::vector<std::filesystem::path> kept(const std::string& kind) const {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(directory_ / "cache")) {
      if (entry.path().filename().string().starts_with(kind)) files.push_back(entry.path());
    }
    return files;
  }
};

TEST_F(LearnedFromTextsTest, IsTheSameFromTheCache) {
  const auto without = weights_of("without", "none");
  const auto cache = directory_ / "cache";
  EXPECT_EQ(weights_of("first", cache), without);
  ASSERT_EQ(kept("links").size(), 1U);
  ASSERT_EQ(kept("words").size(), 1U);
  EXPECT_EQ(weights_of("second", cache), without);
  EXPECT_EQ(kept("links").size(), 1U);
}

TEST_F(LearnedFromTextsTest, IsLearnedAgainWhereTheCacheIsDamaged) {
  const auto cache = directory_ / "cache";
  const auto first = weights_of("first", cache);
  for (const auto* kind : {"links", "words"}) {
    std::filesystem::resize_file(kept(kind).front(), 70);
  }
  EXPECT_EQ(weights_of("second", cache), first);
}

TEST_F(LearnedFromTextsTest, DependsOnTheNumberOfPairsToAlign) {
  const auto cache = directory_ / "cache";
  weights_of("first", cache);
  train("second", {"training.steps=2", "training.warmup=1", "training.guided_alignment=0.3",
                   "training.alignment_pairs=3", "data.cache=" + cache});
  EXPECT_EQ(kept("links").size(), 2U);
}

}  // namespace
}  // namespace regard::train
