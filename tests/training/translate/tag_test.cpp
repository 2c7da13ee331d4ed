// The tag before each source (search.tag).
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "module_search/searchers.h"
#include "support/base/thrown_error.h"
#include "support/tiny_model.h"
#include "translate/plan.h"
#include "translate/searcher.h"

namespace regard::translate {
namespace {

using Strings = std::vector<std::string>;

class TagOfSources : public testing::TestWithParam<std::string> {
 protected:
  std::vector<std::unique_ptr<const Searcher>> searchers() const {
    std::vector<std::unique_ptr<const Searcher>> all;
    all.push_back(module_searcher(*tiny_.model));
    all.push_back(searcher_of(*tiny_.model));  // the engine
    return all;
  }
  std::vector<Translation> translate(const Searcher& searcher, const TranslationRequest& request,
                                     const Strings& lines = test::tiny_lines()) const {
    return translate_lines(searcher, tiny_.tokenizers, lines, request);
  }
  int64_t id(const std::string& tag) const { return tiny_.tokenizers.source().id(tag); }

  test::TinyModel tiny_ =
      test::tiny_model(GetParam(), 1, config::TokenizerType::word, {"<law>", "<games>"});
};

// As in training, the tag comes before the tokens of each source.
TEST_P(TagOfSources, IsTheFirstTokenThatTheModelReads) {
  for (const auto& searcher : searchers()) {
    const auto found = translate(*searcher, {.search = {.tag = "<law>"}});
    const auto lines = test::tiny_lines();
    for (size_t line = 0; line < lines.size(); ++line) {
      auto source = tiny_.tokenizers.encode_source(lines[line]);
      source.insert(source.begin(), id("<law>"));
      Sources sources(tiny_.tokenizers, std::span(&lines[line], 1));
      const Plan plan({}, sources, tiny_.tokenizers);
      sources.tokens = {source};
      const auto expected = searcher->search(sources, plan, [] {}).front().front();
      EXPECT_EQ(found[line].n_best.front().ids, expected.tokens) << lines[line];
      EXPECT_NEAR(found[line].n_best.front().log_prob, expected.log_prob, 1e-4) << lines[line];
    }
  }
}

TEST_P(TagOfSources, ChangesTranslations) {
  const auto searcher = searcher_of(*tiny_.model);
  const auto probability = [&](const std::string& tag) {
    return translate(*searcher, {.search = {.tag = tag}}).front().n_best.front().log_prob;
  };
  EXPECT_NE(probability("<law>"), probability(""));
  EXPECT_NE(probability("<law>"), probability("<games>"));
}

TEST_P(TagOfSources, StandsBeforeEachSentenceOfALine) {
  const auto searcher = searcher_of(*tiny_.model);
  const auto text = [&](const std::string& line) {
    return translate(*searcher, {.search = {.tag = "<law>"}}, {line}).front().text;
  };
  EXPECT_EQ(text("The cat sees a dog. My old house."),
            text("The cat sees a dog.") + " " + text("My old house."));
}

// With attention, the weights are over the words of the text, with or without a tag.
TEST_P(TagOfSources, HasNoAttention) {
  for (const auto& searcher : searchers()) {
    std::vector<size_t> columns;
    for (const std::string tag : {"", "<law>"}) {
      const TranslationRequest request{.search = {.tag = tag}, .options = {.attention = true}};
      const auto found = translate(*searcher, request, {"the cat sees a dog"});
      const auto& weights = found.front().n_best.front().attention;
      columns.push_back(weights.empty() ? 0 : weights.front().size());
    }
    EXPECT_EQ(columns[1], columns[0]);
  }
}

// With learned positions, no position is left for a tag before the longest sentence.
TEST_P(TagOfSources, IsOneOfTheTokensOfTheLongestSentence) {
  const std::vector<std::string> lines = {"the cat sees a dog, my old house"};
  const auto whole = static_cast<int64_t>(tiny_.tokenizers.encode_source(lines.front()).size());
  const auto longest_read = [&](const config::SearchOptions& options) {
    const Sources sources(tiny_.tokenizers, lines, options);
    return static_cast<int64_t>(std::ranges::max(sources.tokens, {}, &Tokens::size).size());
  };
  EXPECT_EQ(longest_read({.longest_source = whole}), whole);
  EXPECT_LT(longest_read({.tag = "<law>", .longest_source = whole}), whole);
  EXPECT_EQ(longest_read({.tag = "<law>", .longest_source = whole + 1}), whole);
}

TEST_P(TagOfSources, IsASymbolOfTheTokenizer) {
  const auto searcher = searcher_of(*tiny_.model);
  const auto error =
      test::thrown_error([&] { translate(*searcher, {.search = {.tag = "<laws>"}}); });
  EXPECT_EQ(error.where(), "search.tag");
  EXPECT_EQ(error.problem(), "is <laws>, which is not a symbol of the source's tokenizer");
  EXPECT_EQ(error.remedy(), "use one of its symbols: <law>, <games>");
}

TEST_P(TagOfSources, IsShownInTheAttentionOfTheModules) {
  const auto attended = translate_with_attention(*tiny_.model, tiny_.tokenizers,
                                                 "the cat sees a dog", {.tag = "<law>"});
  ASSERT_EQ(attended.source.size(), 7U);
  EXPECT_EQ(attended.source.front(), "<law>");
}

INSTANTIATE_TEST_SUITE_P(Architectures, TagOfSources, testing::ValuesIn(test::architecture_names()),
                         test::name_of_architecture);

}  // namespace
}  // namespace regard::translate
