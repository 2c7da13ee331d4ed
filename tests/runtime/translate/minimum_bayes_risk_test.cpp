#include "translate/candidates.h"

#include <gtest/gtest.h>

#include <span>

#include "metrics/chrf.h"

namespace regard::translate {
namespace {

std::vector<Candidate> samples(const std::vector<std::string>& texts) {
  std::vector<Candidate> samples;
  for (const auto& text : texts) samples.push_back({.text = text});
  return samples;
}

TEST(LeastRisk, IsMostLikeTheOthers) {
  const auto best = least_risk(
      samples({"a blue bird", "the red cat sat", "the red cat", "red cat sat", "zebra"}));
  EXPECT_EQ(best.text, "the red cat sat");
}

TEST(LeastRisk, IsTheMeanOfChrfOverAllOtherSamples) {
  const std::vector<std::string> texts = {"the cat", "the cat", "the dog", "a cat"};
  const auto found = least_risk(samples(texts), 9);
  ASSERT_EQ(found.n_best.size(), 3);
  for (const auto& candidate : found.n_best) {
    double sum = 0.0;
    bool left_out = false;  // the text itself is left out once
    for (const auto& text : texts) {
      if (!left_out && text == candidate.text) {
        left_out = true;
        continue;
      }
      sum += metrics::sentence_chrf(candidate.text, std::span(&text, 1));
    }
    EXPECT_NEAR(candidate.score, sum / 3, 1e-9) << candidate.text;
  }
}

TEST(LeastRisk, OfOneSampleIsThatSample) {
  EXPECT_EQ(least_risk(samples({"the cat"})).text, "the cat");
  EXPECT_EQ(least_risk({}).text, "");
}

}  // namespace
}  // namespace regard::translate
