// Prefixes that a translation must begin with.
#include <gtest/gtest.h>

#include <numeric>

#include "module_search/steps.h"
#include "support/tiny_model.h"
#include "text/tokenizer_pair.h"

namespace regard::search {
namespace {

TEST(ForcedPrefix, CountsInTheLogProbabilityButNotInTheScore) {
  const auto tiny = test::tiny_model();
  const auto source = tiny.tokenizers.encode_source("the cat sees a dog");
  const Request request{.prefix = {5, 6, 7}};
  const BeamSearchOptions options{.beam_size = 3, .n_best = 3, .keep_token_scores = true};
  for (const auto& hypothesis : beam_search(*tiny.model, source, options, request)) {
    const auto& scores = hypothesis.token_log_probs;
    ASSERT_EQ(scores.size(), hypothesis.tokens.size());
    EXPECT_NEAR(hypothesis.log_prob, std::reduce(scores.begin(), scores.end()), 1e-6);
    const double chosen = std::reduce(scores.begin() + std::ssize(request.prefix), scores.end());
    const auto length = std::ssize(scores) - std::ssize(request.prefix);
    EXPECT_NEAR(hypothesis.score, chosen / static_cast<double>(length), 1e-6);
  }
}

TEST(ForcedPrefix, ThatIsTheWholeTranslationIsScoredAsOne) {
  const auto tiny = test::tiny_model();
  const auto source = tiny.tokenizers.encode_source("the cat sees a dog");
  const Request request{.prefix = {5, 6, text::kEos}};
  const auto hypothesis = beam_search(*tiny.model, source, {.beam_size = 3}, request).front();
  EXPECT_EQ(hypothesis.tokens, request.prefix);
  EXPECT_NEAR(hypothesis.score, hypothesis.log_prob / 3, 1e-9);
}

}  // namespace
}  // namespace regard::search
