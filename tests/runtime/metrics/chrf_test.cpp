#include "metrics/chrf.h"

#include <gtest/gtest.h>

#include <map>

#include "metrics/golden_metrics.h"
#include "metrics/golden_texts.h"
#include "metrics/score_format.h"
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

TEST(Chrf, OfACorpusIsSacrebleus) {
  int compared = 0;
  for (const auto& golden : load_golden_cases("corpus_chrf")) {
    SCOPED_TRACE(describe_case(golden));
    if (test::has_confidence_interval(golden)) continue;  // covered by bootstrap_test
    const json& expected = golden["outputs"];
    const ChrfOptions options = test::golden_chrf_options(golden["hyper"]);
    const auto references = read_golden_references(golden);

    const auto metric = make_metric(options);
    const Score score =
        metric->score(metric->statistics(read_golden_system(golden), references).sums());

    EXPECT_TRUE(is_close(score.value, expected["score"], golden["tol"]));
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

TEST(Chrf, OfASentenceIsSacrebleus) {
  const std::map<std::string, ChrfOptions> metrics = {{"chrf2", {}}, {"chrfpp", {.word_order = 2}}};
  int compared = 0;
  for (const auto& golden : load_golden_cases("sentence_scores")) {
    SCOPED_TRACE(describe_case(golden));
    const auto options = metrics.find(golden["hyper"]["metric"]);
    if (options == metrics.end()) continue;  // another metric
    const auto hypotheses = read_golden_system(golden);
    const auto references = read_golden_references(golden);

    std::vector<double> scores;
    for (std::size_t i = 0; i < hypotheses.size(); ++i) {
      std::vector<std::string> segment;
      for (const auto& reference : references) segment.push_back(reference[i]);
      scores.push_back(sentence_chrf(hypotheses[i], segment, options->second));
    }

    EXPECT_TRUE(are_close(scores, golden["outputs"]["scores"], golden["tol"]));
    EXPECT_EQ(make_metric(options->second)->signature(references.size()).text(),
              golden["outputs"]["signature"]);
    ++compared;
  }
  EXPECT_GT(compared, 0);
}

using Texts = std::vector<std::string>;

TEST(Chrf, CountsCodePointsNotBytes) {
  const std::vector<Texts> references = {{"été"}};
  const auto table =
      make_metric(ChrfOptions{.char_order = 3})->statistics(Texts{"été"}, references);
  EXPECT_EQ(table.row(0)[2], 3);  // unigram matches
  EXPECT_EQ(table.row(0)[8], 1);  // trigram matches
}

TEST(Chrf, CutsOnePunctuationMarkOffAWord) {
  // "(oui)" is "(oui" and ")": a final mark takes precedence over an initial one.
  const std::vector<Texts> references = {{"(oui ) ."}};
  const auto words = make_metric(ChrfOptions{.char_order = 0, .word_order = 1})
                         ->statistics(Texts{"(oui) ."}, references);
  EXPECT_EQ(words.row(0)[2], 3 - 1);  // the reference's "(oui" is "(" and "oui"
}

TEST(Chrf, TakesTheReferenceWithTheHighestScore) {
  const std::vector<Texts> references = {{"le chien"}, {"le chat"}, {"la vache"}};
  EXPECT_DOUBLE_EQ(sentence_chrf("le chat", Texts{"le chien", "le chat", "la vache"}), 100.0);
  EXPECT_DOUBLE_EQ(corpus_chrf(Texts{"le chat"}, references), 100.0);
}

TEST(Chrf, OfACorpusComesFromTheSumOfItsSegments) {
  const Texts hypotheses = {"un chat dort", "", "il pleut"};
  const std::vector<Texts> references = {{"un chien dort", "rien", "il pleut fort"}};
  const auto metric = make_metric(ChrfOptions{});
  const auto sums = metric->statistics(hypotheses, references).sums();
  EXPECT_EQ(sums[0], 10 + 0 + 7);   // characters of the hypotheses
  EXPECT_EQ(sums[1], 11 + 4 + 11);  // characters of the references
  EXPECT_EQ(metric->value(sums), corpus_chrf(hypotheses, references));
}

TEST(Chrf, OfNothingAgainstSomethingIsZero) {
  EXPECT_EQ(sentence_chrf("", Texts{"quelque chose"}), 0.0);
  EXPECT_EQ(sentence_chrf("quelque chose", Texts{""}), 0.0);
}

}  // namespace
}  // namespace regard::metrics
