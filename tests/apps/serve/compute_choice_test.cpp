// Which number type `serve --compute auto` chooses, with a clock that each translation advances.
#include "serve/compute_choice.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace regard::serve {
namespace {

using translate::Compute, translate::Translation;

/// A translation of two tokens.
Translation translation(const std::string& text, double log_prob) {
  return {.text = text, .n_best = {{.text = text, .log_prob = log_prob, .ids = {7, 3}}}};
}

/// Number types that translate four sentences at known speeds.
class TheComputeChoice : public testing::Test {
 protected:
  static std::vector<Translation> good() {
    return {translation("un", -1), translation("deux", -1), translation("trois", -1),
            translation("quatre", -1)};
  }

  /// The choice between float32, int8 and bf16.
  ComputeChoice choice() {
    const std::vector others = {Compute::int8, Compute::bf16};
    const auto translate = [&](Compute compute) {
      now_ += seconds_.at(compute);
      order_ += name_of(compute).front();
      return found_.at(compute);
    };
    return measure_compute(others, translate, [&] { return now_; });
  }

  std::map<Compute, double> seconds_ = {
      {Compute::float32, 2.0}, {Compute::int8, 0.5}, {Compute::bf16, 1.0}};
  std::map<Compute, std::vector<Translation>> found_ = {
      {Compute::float32, good()}, {Compute::int8, good()}, {Compute::bf16, good()}};
  double now_ = 100.0;
  std::string order_;
};

TEST_F(TheComputeChoice, IsTheFastestThatAgrees) { EXPECT_EQ(choice().compute, Compute::int8); }

TEST_F(TheComputeChoice, LeavesOutATypeWithOtherTranslations) {
  found_[Compute::int8][0].text = found_[Compute::int8][1].text = "autre";
  EXPECT_EQ(choice().compute, Compute::bf16);
}

TEST_F(TheComputeChoice, AllowsOneOtherTranslationOfFour) {
  found_[Compute::int8][0].text = "autre";
  EXPECT_EQ(choice().compute, Compute::int8);
}

TEST_F(TheComputeChoice, LeavesOutATypeWithOtherProbabilities) {
  for (auto& each : found_[Compute::int8]) each.n_best.front().log_prob = -1.2;  // 0.1 per token
  EXPECT_EQ(choice().compute, Compute::bf16);
}

TEST_F(TheComputeChoice, IsFloat32UnlessAnotherIsClearlyFaster) {
  seconds_[Compute::int8] = seconds_[Compute::bf16] = 1.9;
  EXPECT_EQ(choice().compute, Compute::float32);
}

TEST_F(TheComputeChoice, KeepsWhatWasMeasured) {
  found_[Compute::int8][0] = translation("autre", -1.08);
  const auto trials = choice().trials;
  ASSERT_EQ(trials.size(), 3);
  EXPECT_EQ(trials[0].compute, Compute::float32);
  EXPECT_DOUBLE_EQ(trials[0].sentences_per_second, 2.0);
  EXPECT_DOUBLE_EQ(trials[1].sentences_per_second, 8.0);
  EXPECT_DOUBLE_EQ(trials[1].same, 0.75);
  EXPECT_NEAR(trials[1].difference, 0.01, 1e-12);
}

TEST_F(TheComputeChoice, TimesTheTypesAlternatelyAfterAFirstTranslationOfEach) {
  choice();
  EXPECT_EQ(order_, "fibfibfib");
}

TEST_F(TheComputeChoice, SaysWhatItMeasured) {
  EXPECT_EQ(in_words(choice()),
            "computes in int8; measured: float32 2.0 sentences/s; int8 8.0 sentences/s, 100 % of "
            "translations equal, log-probabilities of tokens differ by 0.000; bf16 4.0 "
            "sentences/s, 100 % of translations equal, log-probabilities of tokens differ by "
            "0.000");
}

TEST(TheTrialSentences, AreEnoughInBothLanguagesOfTheProject) {
  for (const auto* language : {"en", "fr"}) {
    EXPECT_GE(trial_sentences(language).size(), kLeastTrialSentences) << language;
  }
  EXPECT_TRUE(trial_sentences("ee").empty());
}

}  // namespace
}  // namespace regard::serve
