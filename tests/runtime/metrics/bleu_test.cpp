#include "metrics/bleu.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "metrics/golden_metrics.h"
#include "metrics/golden_texts.h"
#include "metrics/score_format.h"
#include "regard/base/error.h"
#include "support/golden_json.h"

namespace regard::metrics {
namespace {

using nlohmann::json;
using test::are_close;
using test::describe_case;
using test::is_close;
using test::load_golden_cases;
using test::read_golden_references;
using test::read_golden_system;

TEST(Bleu, OfACorpusIsSacrebleus) {
  int compared = 0;
  for (const auto& golden : load_golden_cases("corpus_bleu")) {
    SCOPED_TRACE(describe_case(golden));
    if (test::has_confidence_interval(golden)) continue;  // covered by bootstrap_test
    const double tol = golden["tol"];
    const json& expected = golden["outputs"];
    const BleuOptions options = test::golden_bleu_options(golden["hyper"]);
    const auto references = read_golden_references(golden);

    const BleuScore actual = corpus_bleu(read_golden_system(golden), references, options);

    EXPECT_TRUE(is_close(actual.score, expected["score"], tol));
    EXPECT_TRUE(are_close(actual.precisions, expected["precisions"], tol));
    EXPECT_TRUE(are_close(actual.matches, expected["counts"], tol));
    EXPECT_TRUE(are_close(actual.totals, expected["totals"], tol));
    EXPECT_TRUE(is_close(actual.brevity_penalty, expected["bp"], tol));
    EXPECT_EQ(actual.hypothesis_length, expected["sys_len"]);
    EXPECT_EQ(actual.reference_length, expected["ref_len"]);

    const auto metric = make_metric(options);
    const Score score =
        metric->score(metric->statistics(read_golden_system(golden), references).sums());
    const Signature signature = metric->signature(references.size());
    EXPECT_EQ(signature.text(), expected["signature"]);
    EXPECT_EQ(signature.short_text(), expected["short_signature"]);
    constexpr int kWidth = 2;
    EXPECT_EQ(score_line({score, signature}, "", kWidth), expected["text"]);
    EXPECT_EQ(score_json({score, signature}, kWidth), expected["json"]);
    ++compared;
  }
  EXPECT_GT(compared, 0);
}

TEST(Bleu, OfASentenceIsSacrebleus) {
  const std::map<std::string, Smoothing> smoothings = {{"bleu", Smoothing::exp},
                                                       {"bleu_floor", Smoothing::floor},
                                                       {"bleu_addk", Smoothing::add_k},
                                                       {"bleu_none", Smoothing::none}};
  int compared = 0;
  for (const auto& golden : load_golden_cases("sentence_scores")) {
    SCOPED_TRACE(describe_case(golden));
    const auto smoothing = smoothings.find(golden["hyper"]["metric"]);
    if (smoothing == smoothings.end()) continue;  // another metric
    const auto hypotheses = read_golden_system(golden);
    const auto references = read_golden_references(golden);
    const auto metric = make_metric(BleuOptions{.smoothing = smoothing->second});
    metric->prepare_for_sentences();

    std::vector<double> scores;
    for (std::size_t i = 0; i < hypotheses.size(); ++i) {
      std::vector<std::string> segment;
      for (const auto& reference : references) segment.push_back(reference[i]);
      scores.push_back(sentence_score(*metric, hypotheses[i], segment));
    }

    EXPECT_TRUE(are_close(scores, golden["outputs"]["scores"], golden["tol"]));
    EXPECT_EQ(metric->signature(references.size()).text(), golden["outputs"]["signature"]);
    ++compared;
  }
  EXPECT_GT(compared, 0);
}

using Texts = std::vector<std::string>;

TEST(Bleu, IsTheFormulaOfThePaper) {
  const Texts hypothesis = {"le chat dort sur le lit"};
  const std::vector<Texts> references = {{"le chat noir dort sur le grand lit"}};
  // 6 of 6 words, 3 of 5 bigrams (le chat, dort sur, sur le), 1 of 4 trigrams (dort sur le), 0 of 3
  // 4-grams, which exponential smoothing counts as half a match.
  const double precisions =
      std::log(6.0 / 6) + std::log(3.0 / 5) + std::log(1.0 / 4) + std::log(0.5 / 3);
  const double expected = 100.0 * std::exp(1.0 - 8.0 / 6) * std::exp(precisions / 4);
  EXPECT_NEAR(corpus_bleu(hypothesis, references).score, expected, 1e-12);
}

TEST(Bleu, TakesTheClosestReferenceLengthAndOfTwoTheShorter) {
  const Texts hypothesis = {"a b c d e"};
  const std::vector<Texts> references = {{"x x x x x x"}, {"y y y y"}, {"z z"}};
  EXPECT_EQ(make_metric(BleuOptions{})->statistics(hypothesis, references).row(0)[1], 4);
}

TEST(Bleu, ClipsAWordAtTheReferenceThatHasMostOfIt) {
  const Texts hypothesis = {"le le le le"};
  const std::vector<Texts> references = {{"le chat"}, {"le chien et le loup"}};
  EXPECT_EQ(make_metric(BleuOptions{})->statistics(hypothesis, references).row(0)[2], 2);
}

TEST(Bleu, IsZeroWithoutAMatchWhateverTheSmoothing) {
  const std::vector<Texts> references = {{"un deux trois"}};
  for (const auto smoothing :
       {Smoothing::none, Smoothing::floor, Smoothing::add_k, Smoothing::exp}) {
    EXPECT_EQ(corpus_bleu(Texts{"one two three"}, references, {.smoothing = smoothing}).score, 0.0);
    EXPECT_EQ(corpus_bleu(Texts{""}, references, {.smoothing = smoothing}).score, 0.0);
  }
}

TEST(Bleu, OfACorpusComesFromTheSumOfItsSegments) {
  const Texts hypotheses = {"un chat dort ici .", "", "il pleut sur la ville"};
  const std::vector<Texts> references = {{"un chat dort là .", "rien", "il pleut sur la ville"}};
  const auto metric = make_metric(BleuOptions{});
  const auto sums = metric->statistics(hypotheses, references).sums();
  EXPECT_EQ(sums[0], 10);  // length
  EXPECT_EQ(std::vector(sums.begin() + 6, sums.end()), (std::vector<double>{10, 8, 6, 4}));
  EXPECT_EQ(metric->value(sums), corpus_bleu(hypotheses, references).score);
}

TEST(Bleu, RefusesReferencesOfADifferentLength) {
  const std::vector<Texts> references = {{"un", "deux"}, {"un"}};
  EXPECT_THROW(corpus_bleu(Texts{"un", "deux"}, references), Error);
  EXPECT_THROW(corpus_bleu(Texts{"un"}, {}), Error);
}

TEST(Bleu, NoticesTextThatIsTokenizedAlready) {
  EXPECT_TRUE(looks_tokenized(Texts(100, "Il pleut .")));
  EXPECT_FALSE(looks_tokenized(Texts(99, "Il pleut .")));
  EXPECT_FALSE(looks_tokenized(Texts(100, "Il pleut.")));
}

TEST(Bleu, ListsTheSmoothingsIfOneIsUnknown) {
  EXPECT_THROW(smoothing_of_name("laplace"), Error);
  EXPECT_EQ(smoothing_name(smoothing_of_name("add-k")), "add-k");
}

}  // namespace
}  // namespace regard::metrics
