#include "search/allowed_tokens.h"

#include <gtest/gtest.h>

#include <cmath>
#include <span>
#include <vector>

#include "regard/base/error.h"
#include "text/tokenizer_pair.h"

namespace regard::search {
namespace {

using Ids = std::vector<int64_t>;
using text::kBos, text::kEos, text::kPad, text::kUnk;

constexpr size_t kVocab = 7;

/// The first step of a sentence.
struct FirstStep {
  explicit FirstStep(const BeamSearchOptions& options, const Request& request = {})
      : rules(options), search(5, rules.options, request) {}

  GroupedSearch::Row row() { return search.rows().front(); }

  /// Continuations if all tokens are equally likely.
  Ids continuations() {
    std::vector<float> log_probs(kVocab, -1.0F);
    Ids tokens;
    for (const auto& one : continuations_of(log_probs, row(), rules)) tokens.push_back(one.token);
    return tokens;
  }

  Ids forbidden() {
    const auto tokens = rules.forbidden.after(row());
    return {tokens.begin(), tokens.end()};
  }

  SearchRules rules;
  GroupedSearch search;
};

TEST(ForbiddenTokens, AreThoseThatOptionsForbid) {
  EXPECT_EQ(FirstStep({}).forbidden(), (Ids{kPad, kBos}));
  EXPECT_EQ(FirstStep({.min_length = 2}).forbidden(), (Ids{kPad, kBos, kEos}));
  BeamSearchOptions options;
  options.whole_words = {.end_within_word = [](auto tokens) { return !tokens.empty(); },
                         .boundaries = {kEos, 5}};
  FirstStep step(options);
  EXPECT_EQ(step.forbidden(), (Ids{kPad, kBos}));
  std::vector<Continuation> first = {{-1.0, 4}};
  step.search.advance(std::span(&first, 1));
  EXPECT_EQ(step.forbidden(), (Ids{kPad, kBos, kEos, kEos, 5}));
}

TEST(ForbiddenTokens, HavePositionsAmongOthers) {
  FirstStep step({.min_length = 2});
  const std::vector<int32_t> tokens = {kPad, kEos, 5};
  const auto forbidden = step.rules.forbidden.among(tokens);
  const auto positions = forbidden.after(step.row());
  EXPECT_EQ(Ids(positions.begin(), positions.end()), (Ids{0, 1}));
}

TEST(ContinuationsOf, AreTheBestOfTheAllowedTokens) {
  EXPECT_EQ(FirstStep({.beam_size = 1}).continuations(), (Ids{kUnk, kEos}));
  EXPECT_EQ(FirstStep({.beam_size = 9, .min_length = 2}).continuations(), (Ids{kUnk, 4, 5, 6}));
  EXPECT_EQ(FirstStep({.beam_size = 1, .rules = {.suppressed = {kUnk}}}).continuations(),
            (Ids{kEos, 4}));
  EXPECT_EQ(FirstStep({}, {.prefix = {6}}).continuations(), Ids{6});
}

TEST(ContinuationsOf, IncludeTheBeginningsOfPhrases) {
  EXPECT_EQ(FirstStep({.beam_size = 1}, {.phrases = {{6, 4}}}).continuations(),
            (Ids{kUnk, kEos, 6}));
}

TEST(ContinuationsOf, AreEmptyIfWeightsAreNotNumbers) {
  FirstStep step({});
  std::vector<float> log_probs(kVocab, NAN);
  EXPECT_THROW(continuations_of(log_probs, step.row(), step.rules), Error);
}

TEST(NeedsAllTokens, IfMoreThanTheBestOfThemCount) {
  const auto needs = [](const BeamSearchOptions& options, const Request& request) {
    FirstStep step(options, request);
    return needs_all_tokens(step.row(), step.rules);
  };
  EXPECT_FALSE(needs({.min_length = 2}, {}));
  EXPECT_TRUE(needs({.rules = {.no_repeat_ngram = 2}}, {}));
  EXPECT_TRUE(needs({}, {.prefix = {6}}));
  EXPECT_TRUE(needs({}, {.phrases = {{6}}}));
}

}  // namespace
}  // namespace regard::search
