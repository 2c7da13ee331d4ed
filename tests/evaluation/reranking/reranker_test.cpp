#include "reranking/reranker.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iterator>
#include <regex>
#include <set>

#include "regard/translate/translator.h"
#include "scoring/score_text.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/tiny_model.h"

namespace regard::translate {
namespace {

using test::thrown_error;

/// Two models with different tokenizers, and a reverse model.
class Rerank : public testing::Test {
 protected:
  Rerank() {
    back_.experiment.data.source_language = "fr";
    back_.experiment.data.target_language = "en";
    back_.experiment.search.length_penalty = 0.5;
    rnn_.save(folder_ / "rnn");
    transformer_.save(folder_ / "transformer");
    back_.save(folder_ / "back");
  }

  RerankerOptions options() const {
    return {.forward = {folder_ / "rnn", folder_ / "transformer"}, .reverse = {folder_ / "back"}};
  }

  /// log P / length^alpha.
  static double score(const test::TinyModel& tiny, const std::string& source,
                      const std::string& target) {
    const auto scores =
        score_tokens(*tiny.model, tiny.tokenizers, std::span(&source, 1), std::span(&target, 1));
    const auto length = static_cast<double>(scores.front().log_probs.size());
    return scores.front().log_prob() / std::pow(length, tiny.experiment.search.length_penalty);
  }

  test::TemporaryFolder folder_;
  test::TinyModel rnn_ = test::tiny_model("rnn_attention", 2);
  test::TinyModel transformer_ = test::tiny_model("transformer", 3, config::TokenizerType::bpe);
  test::TinyModel back_ = test::tiny_model("transformer", 4);
};

TEST_F(Rerank, ProposesEachModelsTextsOnce) {
  const auto lines = test::tiny_lines(4);
  std::vector<std::set<std::string>> expected(lines.size());
  for (const auto& path : options().forward) {
    const Translator translator(path);
    const auto lists = translator.translate(lines, translator.search_options(), 3);
    for (size_t line = 0; line < lines.size(); ++line) {
      for (const auto& candidate : lists[line].n_best) expected[line].insert(candidate.text);
    }
  }
  auto three = options();
  three.n_best = 3;
  const Reranker reranker(three);
  const auto found = reranker.candidates(lines, reranker.default_weights().values());
  for (size_t line = 0; line < lines.size(); ++line) {
    EXPECT_EQ(found[line].size(), expected[line].size());
    for (const auto& candidate : found[line]) EXPECT_TRUE(expected[line].contains(candidate.text));
  }
}

TEST_F(Rerank, ReadsLinesAsTranslationDoes) {
  const std::vector<std::string> lines = {"  - the cat sees %s. ", "1. a dog %s. my house {x}"};
  const Reranker reranker(options());
  const auto found = reranker.candidates(lines, reranker.default_weights().values());
  for (const auto& candidate : found[0]) {
    EXPECT_TRUE(candidate.text.starts_with("  - ")) << candidate.text;
    EXPECT_TRUE(candidate.text.ends_with(' ')) << candidate.text;
    EXPECT_NE(candidate.text.find("%s"), std::string::npos) << candidate.text;
  }
  for (const auto& candidate : found[1]) {
    EXPECT_TRUE(candidate.text.starts_with("1. ")) << candidate.text;
    EXPECT_NE(candidate.text.find("{x}"), std::string::npos) << candidate.text;
  }
}

TEST_F(Rerank, HasTheFeaturesThatItsModelsGiveByHand) {
  const Reranker reranker(options());
  const std::string line = "the cat sees a dog";
  const auto candidates =
      reranker.candidates(std::span(&line, 1), reranker.default_weights().values()).front();
  ASSERT_GE(candidates.size(), 2U);
  constexpr double kRounding = 1e-4;  // float32 rounding in batches of different shapes
  for (const auto& [text, features] : candidates) {
    ASSERT_EQ(features.size(), 4U);
    EXPECT_NEAR(features[0], score(rnn_, line, text), kRounding);
    EXPECT_NEAR(features[1], score(transformer_, line, text), kRounding);
    EXPECT_NEAR(features[2], score(back_, text, line), kRounding);
    const std::regex word("[^ ]+");
    const auto words = std::distance(std::sregex_iterator(text.begin(), text.end(), word), {});
    EXPECT_EQ(features[3], static_cast<double>(words)) << text;
  }
}

TEST_F(Rerank, RanksByTheWeights) {
  const Reranker reranker(options());
  EXPECT_EQ(reranker.default_weights().values(), (std::vector<double>{1.0, 1.0, 0.5, 0.0}));
  const auto lines = test::tiny_lines(4);
  const Features weights = {0.0, 0.0, 1.0, -0.1};
  for (const auto& candidates : reranker.candidates(lines, weights)) {
    for (size_t rank = 1; rank < candidates.size(); ++rank) {
      EXPECT_GE(weighted_sum(candidates[rank - 1].features, weights),
                weighted_sum(candidates[rank].features, weights));
    }
  }
}

TEST_F(Rerank, ReranksTheSentencesOfALineOneByOne) {
  const Reranker reranker(options());
  const auto weights = reranker.default_weights().values();
  const std::vector<std::string> lines = {"The cat sees. A dog eats.", "", "The cat sees.",
                                          "A dog eats."};
  const auto found = reranker.candidates(lines, weights);
  EXPECT_TRUE(found[1].empty());
  const auto& best = found[0].front();
  EXPECT_EQ(best.text, found[2].front().text + " " + found[3].front().text);
  EXPECT_NEAR(weighted_sum(best.features, weights),
              (weighted_sum(found[2].front().features, weights) +
               weighted_sum(found[3].front().features, weights)) /
                  2.0,
              1e-4);
}

TEST_F(Rerank, RefusesModelsOfOtherLanguages) {
  auto wrong = options();
  wrong.forward.push_back(folder_ / "back");
  auto error = thrown_error([&] { Reranker{wrong}; });
  EXPECT_EQ(error.problem(), "translates from fr to en, but must translate from en to fr");
  EXPECT_EQ(error.where(), folder_ / "back");
  wrong = options();
  wrong.reverse = {folder_ / "rnn"};
  error = thrown_error([&] { Reranker{wrong}; });
  EXPECT_EQ(error.problem(), "translates from en to fr, but must translate from fr to en");
  EXPECT_EQ(error.where(), folder_ / "rnn");
}

TEST_F(Rerank, RefusesMoreCandidatesThanABeamHolds) {
  auto wrong = options();
  wrong.n_best = 6;
  const auto error = thrown_error([&] { Reranker{wrong}; });
  EXPECT_EQ(error.remedy(), "also give --beam-size 6");
}

}  // namespace
}  // namespace regard::translate
