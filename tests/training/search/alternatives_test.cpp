#include "search/grouped_search.h"

#include <gtest/gtest.h>

#include <set>

#include "module_search/steps.h"
#include "support/tiny_model.h"

namespace regard::search {
namespace {

using Ids = std::vector<int64_t>;

std::vector<Hypothesis> alternatives_of(model::Seq2SeqModel& model, const Ids& source,
                                        const Request& request, int64_t count) {
  const auto search = [&](const BeamSearchOptions& options, std::span<const Request> requests) {
    const std::vector<Ids> copies(requests.size(), source);
    return beam_search(Decoders{.models = {&model}}, copies, options, {.requests = requests});
  };
  return alternatives(search, {.beam_size = 3}, request, count);
}

TEST(Alternatives, AreTheBestTranslationForEachOfTheLikeliestNextTokens) {
  const auto tiny = test::tiny_model();
  const auto source = tiny.tokenizers.encode_source("the cat sees a dog");
  const Request request{.prefix = {5, 6}};
  const auto found = alternatives_of(*tiny.model, source, request, 4);
  ASSERT_EQ(found.size(), 4);
  std::set<int64_t> next;
  for (const auto& hypothesis : found) {
    EXPECT_EQ(hypothesis.tokens[0], 5);
    EXPECT_EQ(hypothesis.tokens[1], 6);
    next.insert(hypothesis.tokens[2]);
    const Request same{.prefix = {hypothesis.tokens.begin(), hypothesis.tokens.begin() + 3}};
    if (same.prefix.back() == 3) continue;  // the hypothesis ends there
    const auto best = beam_search(*tiny.model, source, {.beam_size = 3}, same).front();
    EXPECT_EQ(hypothesis.tokens, best.tokens);
  }
  EXPECT_EQ(next.size(), 4);
}

TEST(Alternatives, BeginWithTheTokenThatTheModelFindsLikeliest) {
  const auto tiny = test::tiny_model();
  const auto source = tiny.tokenizers.encode_source("my old house");
  const auto greedy = beam_search(*tiny.model, source, {.beam_size = 1}).front();
  const auto found = alternatives_of(*tiny.model, source, {}, 3);
  EXPECT_EQ(found.front().tokens.front(), greedy.tokens.front());
}

}  // namespace
}  // namespace regard::search
