#include "search/grouped_search.h"

#include <gtest/gtest.h>

#include <set>

#include "module_search/steps.h"
#include "support/tiny_model.h"

namespace regard::search {
namespace {

/// `source` (1, source).
std::vector<Hypothesis> alternatives_of(const Decoders& decoders, const torch::Tensor& source,
                                        const Request& request, int64_t count) {
  const auto search = [&](const BeamSearchOptions& options, std::span<const Request> requests) {
    const auto rows = static_cast<int64_t>(requests.size());
    return beam_search(decoders, source.expand({rows, -1}),
                       torch::full({rows}, source.size(1), torch::kInt64), options, requests);
  };
  return alternatives(search, {.beam_size = 3}, request, count);
}

TEST(Alternatives, AreTheBestTranslationForEachOfTheLikeliestNextTokens) {
  const auto tiny = test::tiny_model();
  const Decoders decoders{.models = {tiny.model.get()}};
  const auto source =
      torch::tensor(tiny.tokenizers.encode_source("the cat sees a dog")).unsqueeze(0);
  const auto length = torch::tensor({source.size(1)});
  const Request request{.prefix = {5, 6}};
  const auto found = alternatives_of(decoders, source, request, 4);
  ASSERT_EQ(found.size(), 4);
  std::set<int64_t> next;
  for (const auto& hypothesis : found) {
    EXPECT_EQ(hypothesis.tokens[0], 5);
    EXPECT_EQ(hypothesis.tokens[1], 6);
    next.insert(hypothesis.tokens[2]);
    const Request same{.prefix = {hypothesis.tokens.begin(), hypothesis.tokens.begin() + 3}};
    if (same.prefix.back() == 3) continue;  // it ends there
    const auto best = beam_search(decoders, source, length, {.beam_size = 3}, std::span(&same, 1))
                          .front()
                          .front();
    EXPECT_EQ(hypothesis.tokens, best.tokens);
  }
  EXPECT_EQ(next.size(), 4);
}

TEST(Alternatives, BeginWithTheTokenThatTheModelFindsLikeliest) {
  const auto tiny = test::tiny_model();
  const Decoders decoders{.models = {tiny.model.get()}};
  const auto source = torch::tensor(tiny.tokenizers.encode_source("my old house")).unsqueeze(0);
  const auto greedy =
      beam_search(decoders, source, torch::tensor({source.size(1)}), {.beam_size = 1})
          .front()
          .front();
  const auto found = alternatives_of(decoders, source, {}, 3);
  EXPECT_EQ(found.front().tokens.front(), greedy.tokens.front());
}

}  // namespace
}  // namespace regard::search
