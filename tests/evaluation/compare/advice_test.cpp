#include "compare/fairness.h"

#include <gtest/gtest.h>

#include "compare/comparison.h"

namespace regard::compare {
namespace {

/// Two runs evaluated on 1,000 sentences; "tf" leads "rnn" by `lead` BLEU.
class AdviceOnTwo : public testing::Test {
 protected:
  Comparison two(double lead, double p_value) const {
    Comparison comparison{.text = {.sentences = 1000}};
    comparison.systems = {{.name = "rnn", .model = run("runs/rnn", 8'000'000, 40)},
                          {.name = "tf", .model = run("runs/tf", 4'000'000, 80)}};
    comparison.metrics = {{.name = "BLEU",
                           .scores = {30, 30 + lead},
                           .pairs = {{.first = 0,
                                      .second = 1,
                                      .difference = lead,
                                      .low = lead - 1,
                                      .high = lead + 1,
                                      .p_value = p_value}}}};
    return comparison;
  }

  static ModelFacts run(const std::string& directory, int64_t parameters, double speed) {
    ModelFacts facts{.directory = directory, .parameters = parameters, .seed = 1, .steps = 100};
    facts.decoding = Decoding{
        .rounds = {{.sentences_per_second = speed}, {.sentences_per_second = 1.1 * speed}}};
    return facts;
  }

  static Advice advice(const Comparison& comparison) { return verdict_of(comparison).advice; }
};

TEST_F(AdviceOnTwo, IsToTakeTheBetterOneAndGivesFurtherReasons) {
  EXPECT_EQ(advice(two(3, 0.001)).sentence,
            "Take tf: better than rnn by 3.0 BLEU, twice as fast in batches and half the size.");
  EXPECT_TRUE(advice(two(3, 0.001)).commands.empty());
}

TEST_F(AdviceOnTwo, GivesReasonsForTheOther) {
  EXPECT_EQ(advice(two(-3, 0.001)).sentence,
            "Take rnn: better than tf by 3.0 BLEU; tf is twice as fast in batches and half the "
            "size.");
}

TEST_F(AdviceOnTwo, OfEquallyGoodOnesIsToTakeTheFaster) {
  for (const double lead : {0.5, -0.5}) {
    EXPECT_EQ(advice(two(lead, 0.3)).sentence,
              "Take tf: as good as rnn (no significant difference in 1000 sentences), twice as "
              "fast in batches and half the size.");
  }
}

TEST_F(AdviceOnTwo, OfEquallyGoodAndFastOnesIsToTakeTheSmaller) {
  auto comparison = two(0.5, 0.3);
  comparison.systems[1].model = run("runs/tf", 24'000'000, 40);
  EXPECT_EQ(advice(comparison).sentence,
            "Take rnn: as good as tf (no significant difference in 1000 sentences) and a third of "
            "the size.");
}

TEST_F(AdviceOnTwo, OfScoresNearZeroIsToCheckTheReference) {
  auto comparison = two(0.1, 0.3);
  comparison.text.source = "test.en";
  comparison.text.reference = "val.fr";
  comparison.metrics.front().scores = {0.3, 0.2};
  EXPECT_EQ(advice(comparison).sentence,
            "Check the reference before you decide: the best system scores 0.3 BLEU. Is val.fr the "
            "translation of test.en, line by line?");
}

TEST_F(AdviceOnTwo, UsesOnlySpeedsThatAllRoundsAgreeOn) {
  auto comparison = two(0.5, 0.3);
  comparison.systems[1].model->parameters = 8'000'000;
  comparison.systems[1].model->decoding->rounds[1].sentences_per_second = 20;
  EXPECT_EQ(advice(comparison).sentence,
            "Take tf or rnn, whichever suits you: no significant difference in 1000 sentences.");
}

TEST_F(AdviceOnTwo, IsToTrainMoreSeedsIfASmallLeadDecides) {
  const auto advice = this->advice(two(0.6, 0.001));
  EXPECT_EQ(advice.sentence,
            "Train three seeds of each before you decide: another seed may reverse a lead of 0.6 "
            "BLEU.");
  EXPECT_EQ(advice.commands,
            (std::vector<std::string>{
                "regard sweep runs/tf/config.yaml --grid training.seed=2,3 -o runs/tf-seeds",
                "regard sweep runs/rnn/config.yaml --grid training.seed=2,3 -o runs/rnn-seeds",
                "regard compare --seeds runs/tf runs/tf-seeds/* runs/rnn runs/rnn-seeds/*"}));
}

TEST_F(AdviceOnTwo, IsNotToTrainAModelThatWasTrainedElsewhere) {
  auto comparison = two(0.6, 0.001);
  comparison.systems[0].model.reset();
  EXPECT_EQ(advice(comparison).sentence, "Take tf: better than rnn by 0.6 BLEU.");
}

TEST_F(AdviceOnTwo, IsToCompareOnOtherTextIfThisOneWasTrainedOn) {
  auto comparison = two(3, 0.001);
  comparison.text.seen_sentences = 800;
  EXPECT_EQ(advice(comparison).sentence,
            "Compare on other text before you decide: 800 of these 1000 sentences were in training "
            "(--source FILE --reference FILE).");
  comparison.text.seen_sentences = 3;
  EXPECT_TRUE(advice(comparison).sentence.starts_with("Take tf"));
}

TEST_F(AdviceOnTwo, WithSeedsIsAboutConfigs) {
  auto comparison = two(0.6, 0.001);
  comparison.seeds = SeedGroups{
      .groups = {{.name = "RNN", .systems = {0}, .metrics = {{.name = "BLEU", .mean = 30}}},
                 {.name = "TF", .systems = {1}, .metrics = {{.name = "BLEU", .mean = 30.6}}}},
      .tests = {{.first = 0, .second = 1, .metric = "BLEU", .difference = 0.6}}};
  EXPECT_EQ(advice(comparison).commands.size(), 3U);

  comparison.seeds->groups[0].systems = {0, 0, 0};
  comparison.seeds->groups[1].systems = {1, 1, 1};
  EXPECT_EQ(advice(comparison).sentence,
            "Take TF: as good as RNN (no difference that persists over seeds), twice as fast in "
            "batches and half the size.");
  comparison.seeds->tests[0].survives = true;
  EXPECT_EQ(advice(comparison).sentence,
            "Take TF: better than RNN by 0.6 BLEU over their seeds, twice as fast in batches and "
            "half the size.");
}

TEST_F(AdviceOnTwo, OfSeveralConsidersAllThatAreAsGoodAsTheBest) {
  auto comparison = two(3, 0.001);
  comparison.systems.push_back({.name = "small", .model = run("runs/small", 1'000'000, 160)});
  auto& bleu = comparison.metrics[0];
  bleu.scores.push_back(32.5);
  bleu.pairs.push_back({.first = 0, .second = 2, .difference = 2.5, .p_value = 0.001});
  bleu.pairs.push_back({.first = 1, .second = 2, .difference = -0.5, .p_value = 0.4});
  EXPECT_EQ(advice(comparison).sentence,
            "Take small: as good as tf (no significant difference in 1000 sentences), twice as "
            "fast in batches and a quarter of the size.");
}

TEST(Advice, NeedsTwoSystems) { EXPECT_TRUE(advice_on({}, {}).sentence.empty()); }

}  // namespace
}  // namespace regard::compare
