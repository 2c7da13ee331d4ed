#include "regard/compare/fairness.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/base/temporary_folder.h"

namespace regard::compare {
namespace {

class Fairness : public testing::Test {
 protected:
  Fairness() {
    folder_.write("train.en", "a cat\n");
    folder_.write("train.fr", "un chat\n");
  }

  /// Runs that differ in their seeds alone.
  FairnessFacts run(const std::string& name, int64_t seed) const {
    FairnessFacts facts{.name = name};
    facts.experiment.data.train = {
        {.source = folder_ / "train.en", .target = folder_ / "train.fr"}};
    facts.experiment.training.seed = seed;
    facts.model = {.parameters = 1000,
                   .source_vocabulary = 50,
                   .target_vocabulary = 50,
                   .seed = seed,
                   .steps = 100,
                   .minutes = 10,
                   .tokens = 5000,
                   .ended = true};
    return facts;
  }

  /// "kind: sentence" of each, a line each.
  static std::string found(const FairnessFacts& a, const FairnessFacts& b) {
    std::string text;
    for (const auto& one : find_unfairness({a, b})) text += one.kind + ": " + one.sentence + '\n';
    return text;
  }

  test::TemporaryFolder folder_;
  FairnessFacts a_ = run("a", 1), b_ = run("b", 2);
};

TEST_F(Fairness, FindsNothingWhereOnlySeedsDiffer) { EXPECT_EQ(found(a_, b_), ""); }

TEST_F(Fairness, SaysWhenThereIsOneSeedOnly) {
  EXPECT_TRUE(found(a_, run("b", 1)).starts_with("seed: All runs were trained with seed 1 only"));
}

TEST_F(Fairness, LooksIntoTheTrainingTexts) {
  b_.experiment.data.train[0].source = folder_.write("other.en", "a cat\n");
  EXPECT_EQ(found(a_, b_), "");  // the same by another name
  b_.experiment.data.train[0].source = folder_.write("other.en", "a dog\n");
  EXPECT_TRUE(found(a_, b_).starts_with("training data: a and b differ in their training texts: "))
      << found(a_, b_);
  b_ = run("b", 2);
  b_.experiment.data.train[0].first = 10;
  EXPECT_NE(found(a_, b_).find("(the first 10)"), std::string::npos);
  b_ = run("b", 2);
  b_.experiment.data.max_length = 20;
  EXPECT_NE(found(a_, b_).find("max_length 128 and 20"), std::string::npos) << found(a_, b_);
}

TEST_F(Fairness, ComparesVocabulariesSizesAndBudgets) {
  b_.model.source_vocabulary = 60;
  EXPECT_EQ(found(a_, b_),
            "vocabulary: a and b differ in their vocabularies: unigram of 50 and unigram of "
            "60 and 50.\n");
  b_ = run("b", 2);
  b_.model.parameters = 1050;  // 5 %: about the same
  EXPECT_EQ(found(a_, b_), "");
  b_.model.parameters = 2000;
  EXPECT_EQ(found(a_, b_), "size: a and b differ in their number of parameters: 1000 and 2000.\n");
  b_ = run("b", 2);
  b_.model.minutes = 25;
  EXPECT_EQ(found(a_, b_), "budget: a and b differ in minutes of training: 10.0 and 25.0.\n");
  b_.model.minutes = 0;  // no log
  EXPECT_EQ(found(a_, b_), "");
}

TEST_F(Fairness, ComparesSearch) {
  b_.experiment.search.batch_size = 7;
  EXPECT_EQ(found(a_, b_), "");
  b_.experiment.search.beam_size = 1;
  EXPECT_EQ(found(a_, b_),
            "search: a and b translate with other search options: beam_size 5 and 1.\n");
}

TEST_F(Fairness, KnowsTrainingsThatHaveNotEnded) {
  b_.model.ended = false;
  b_.experiment.training.steps = 100;  // the last step, but no final word
  EXPECT_EQ(found(a_, b_), "");
  b_.experiment.training.steps = 1000;
  EXPECT_EQ(found(a_, b_), "budget: The training of b has not ended: step 100 of 1000.\n");
}

}  // namespace
}  // namespace regard::compare
