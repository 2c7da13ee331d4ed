#include "regard/translate/minimum_bayes_risk.h"

#include <gtest/gtest.h>

#include "regard/metrics/chrf.h"
#include "support/tiny_model.h"

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
    bool left_out = false;  // itself, once
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

TEST(LeastRisk, DependsOnTheLineAndItsNumberAlone) {
  const auto tiny = test::tiny_model();
  const auto lines = test::tiny_lines(5);
  const auto all = translate_by_least_risk(*tiny.model, tiny.tokenizers, lines, {}, {}, 4);
  for (size_t line = 0; line < lines.size(); ++line) {
    const auto alone =
        translate_by_least_risk(*tiny.model, tiny.tokenizers, std::span(&lines[line], 1), {}, {}, 4,
                                1, static_cast<int64_t>(line));
    EXPECT_EQ(alone.front().text, all[line].text);
  }
}

}  // namespace
}  // namespace regard::translate
