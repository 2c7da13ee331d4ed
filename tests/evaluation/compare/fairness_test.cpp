#include "compare/fairness.h"

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

  /// A run that differs from others only in its seed.
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

  /// Each finding on a line: "kind: sentence".
  static std::string found(const std::vector<FairnessFacts>& runs) {
    std::string text;
    for (const auto& one : find_unfairness(runs)) text += one.kind + ": " + one.sentence + '\n';
    return text;
  }
  static std::string found(const FairnessFacts& a, const FairnessFacts& b) {
    return found(std::vector{a, b});
  }

  test::TemporaryFolder folder_;
  FairnessFacts a_ = run("a", 1), b_ = run("b", 2);
};

TEST_F(Fairness, FindsNothingIfOnlySeedsDiffer) { EXPECT_EQ(found(a_, b_), ""); }

TEST_F(Fairness, ReportsASingleSeed) {
  EXPECT_TRUE(found(a_, run("b", 1)).starts_with("seed: All runs were trained with seed 1, so"));
}

TEST_F(Fairness, KnowsNothingOfATrainingRunElsewhere) {
  b_.experiment.data.train = {};
  b_.model = {.parameters = 1000, .source_vocabulary = 50, .target_vocabulary = 50, .seed = 1};
  b_.experiment.training.threads = 3;
  EXPECT_EQ(found(a_, b_), "training data: The training text of b is unknown.\n");
}

TEST_F(Fairness, LooksIntoTheTrainingTexts) {
  b_.experiment.data.train[0].source = folder_.write("other.en", "a cat\n");
  EXPECT_EQ(found(a_, b_), "");  // same content under another name
  b_.experiment.data.train[0].source = folder_.write("other.en", "a dog\n");
  EXPECT_EQ(found(a_, b_), "training data: Training texts differ: " + folder_ / "train.en" +
                               " (a); " + folder_ / "other.en" + " (b).\n");
  b_.experiment.data.train[0] = {.source = a_.experiment.data.train[0].source,
                                 .target = folder_.write("other.fr", "un chien\n")};
  EXPECT_TRUE(found(a_, b_).ends_with("train.en with different contents (b).\n")) << found(a_, b_);
  b_ = run("b", 2);
  b_.experiment.data.train[0].first = 10;
  EXPECT_NE(found(a_, b_).find("(the first 10)"), std::string::npos);
  b_ = run("b", 2);
  b_.experiment.data.max_length = 20;
  EXPECT_EQ(
      found(a_, b_),
      "training data: Training pairs are selected or prepared differently: max_length 128 (a); "
      "max_length 20 (b).\n");
}

TEST_F(Fairness, ComparesVocabulariesSizesAndBudgets) {
  b_.model.source_vocabulary = 60;
  EXPECT_EQ(found(a_, b_),
            "vocabulary: Vocabularies differ: unigram of 50 (a); unigram of 60 and 50 (b).\n");
  b_ = run("b", 2);
  b_.model.parameters = 1050;  // 5%: counts as equal
  EXPECT_EQ(found(a_, b_), "");
  b_.model.parameters = 2000;
  EXPECT_EQ(found(a_, b_), "size: Numbers of parameters differ: 1,000 (a); 2,000 (b).\n");
  b_ = run("b", 2);
  b_.model.minutes = 25;
  EXPECT_EQ(found(a_, b_), "budget: Minutes of training differ: 10.0 (a); 25.0 (b).\n");
  b_.model.minutes = 0;  // no log
  EXPECT_EQ(found(a_, b_), "");
}

TEST_F(Fairness, ComparesSearch) {
  b_.experiment.search.batch_size = 7;
  EXPECT_EQ(found(a_, b_), "");
  b_.experiment.search.beam_size = 1;
  EXPECT_EQ(found(a_, b_), "search: Search options differ: beam_size 5 (a); beam_size 1 (b).\n");
}

TEST_F(Fairness, ComparesAllRunsInOneSentenceThatNamesThoseThatAreAlike) {
  auto c = run("c", 3), d = run("d", 4);
  b_.experiment.search.beam_size = c.experiment.search.beam_size = 2;
  d.experiment.search.length_penalty = 0.5;
  EXPECT_EQ(found({a_, b_, c, d}),
            "search: Search options differ: beam_size 5, length_penalty 1.0 (a); beam_size 2, "
            "length_penalty 1.0 (b and c); beam_size 5, length_penalty 0.5 (d).\n");
}

TEST_F(Fairness, SeesWhatDiffersBetweenOthersThanTheFirst) {
  auto c = run("c", 3);
  a_.model.minutes = 10;
  b_.model.minutes = 10.6;
  c.model.minutes = 9.4;  // within a tenth of a's minutes, but not of b's
  EXPECT_EQ(found({a_, b_, c}),
            "budget: Minutes of training differ: 9.4 to 10.0 (a and c); 10.6 (b).\n");
}

TEST_F(Fairness, CallsManySimilarRunsTheOthers) {
  std::vector<FairnessFacts> runs = {a_, b_, run("c", 3), run("d", 4), run("e", 5), run("f", 6)};
  runs[1].model.parameters = runs[4].model.parameters = 5000;
  EXPECT_EQ(found(runs),
            "size: Numbers of parameters differ: 5,000 (b and e); 1,000 (all others).\n");
  runs[2].model.parameters = 0;  // unknown, so c is not listed
  EXPECT_EQ(found(runs),
            "size: Numbers of parameters differ: 1,000 (a, d and f); 5,000 (b and e).\n");
}

TEST_F(Fairness, RecognizesTrainingRunsThatHaveNotEnded) {
  b_.model.ended = false;
  b_.experiment.training.steps = 100;  // reached the last step, but the log has no end event
  EXPECT_EQ(found(a_, b_), "");
  b_.experiment.training.steps = 1000;
  EXPECT_EQ(found(a_, b_), "budget: The training of b has not ended: step 100 of 1000.\n");
}

}  // namespace
}  // namespace regard::compare
