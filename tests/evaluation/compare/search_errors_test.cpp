#include "compare/calibration.h"

#include <gtest/gtest.h>

namespace regard::compare {
namespace {

ScoredPair pair_of(double hypothesis, int64_t hypothesis_tokens, double reference,
                   int64_t reference_tokens) {
  return {.hypothesis_log_prob = hypothesis,
          .hypothesis_score = hypothesis / static_cast<double>(hypothesis_tokens),
          .hypothesis_tokens = hypothesis_tokens,
          .reference_log_prob = reference,
          .reference_score = reference / static_cast<double>(reference_tokens),
          .reference_tokens = reference_tokens};
}

TEST(SearchErrors, AreReferencesThatTheModelPrefers) {
  const auto errors = find_search_errors({
      pair_of(-4, 4, -9, 4),    // model error
      pair_of(-4, 4, -2, 4),    // search error by both measures
      pair_of(-4, 2, -6, 6),    // search error only by score: -2 against -1
      pair_of(-4, 4, -3.5, 2),  // search error only by log-probability: -1 against -1.75
      pair_of(-4, 4, -4, 4),    // the search found the reference
  });
  EXPECT_EQ(errors.sentences, 5);
  EXPECT_EQ(errors.errors, 2);
  EXPECT_EQ(errors.likelier, 2);
  EXPECT_DOUBLE_EQ(errors.hypothesis_log_prob, -20.0 / 18.0);
  EXPECT_DOUBLE_EQ(errors.reference_log_prob, -24.5 / 20.0);
}

TEST(SearchErrors, OfNothingAreNone) { EXPECT_EQ(find_search_errors({}).sentences, 0); }

}  // namespace
}  // namespace regard::compare
