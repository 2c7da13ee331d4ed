#include "scoring/score_text.h"

#include <gtest/gtest.h>

#include "support/tiny_model.h"
#include "text/tokenizer_pair.h"

namespace regard::translate {
namespace {

class ScoreTokens : public testing::TestWithParam<std::string> {};

TEST_P(ScoreTokens, GiveATranslationTheLogProbabilityThatSearchGaveIt) {
  const auto tiny = test::tiny_model(GetParam());
  const auto lines = test::tiny_lines(8);
  std::vector<std::string> sources, targets;
  std::vector<double> expected;
  for (size_t line = 0; line < lines.size(); ++line) {
    const auto found = tiny.translate(std::span(&lines[line], 1));
    const auto& best = found.front().n_best.front();
    // Skips translations that were cut off, and so have no eos, or that tokenize differently.
    if (best.ids.back() != text::kEos || tiny.tokenizers.encode_target(best.text) != best.ids) {
      continue;
    }
    sources.push_back(lines[line]);
    targets.push_back(best.text);
    expected.push_back(best.log_prob);
  }
  if (sources.empty()) GTEST_SKIP() << "this model ends no sentence";
  const auto scores = score_tokens(*tiny.model, tiny.tokenizers, sources, targets);
  for (size_t line = 0; line < scores.size(); ++line) {
    EXPECT_NEAR(scores[line].log_prob(), expected[line], 1e-3);
    EXPECT_EQ(scores[line].pieces.size(), scores[line].log_probs.size());
    EXPECT_EQ(scores[line].pieces.back(), "</s>");
  }
}

TEST_P(ScoreTokens, SumUpToTheLossOfTheText) {
  const auto tiny = test::tiny_model(GetParam());
  const auto sources = test::tiny_lines(7);
  const std::vector<std::string> targets(sources.rbegin(), sources.rend());
  double sum = 0.0;
  size_t tokens = 0;
  for (const auto& score : score_tokens(*tiny.model, tiny.tokenizers, sources, targets)) {
    sum -= score.log_prob();
    tokens += score.pieces.size();
  }
  const auto text = score_text(*tiny.model, encode_sources(tiny.tokenizers, sources),
                               encode_targets(tiny.tokenizers, targets));
  EXPECT_EQ(static_cast<int64_t>(tokens), text.tokens);
  EXPECT_NEAR(sum / static_cast<double>(tokens), text.loss, 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Of, ScoreTokens, testing::ValuesIn(test::architecture_names()),
                         test::name_of_architecture);

}  // namespace
}  // namespace regard::translate
