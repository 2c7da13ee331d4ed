#include "reranking/tuning.h"

#include <gtest/gtest.h>

#include "metrics/bleu.h"
#include "support/base/thrown_error.h"
#include "support/random_candidates.h"

namespace regard::translate {
namespace {

TEST(TuningText, ScoresTheTextsThatTheWeightsChoose) {
  const auto metric = metrics::make_metric(metrics::BleuOptions{});
  const auto made = test::random_candidates(1, 30, 6, 2);
  const auto text = tuning_text(made.lines, made.references, *metric);
  for (const auto& weights : {Features{1.0, 0.0}, Features{0.3, -0.7}, Features{0.0, 0.0}}) {
    std::vector<std::string> chosen;
    for (const auto& line : made.lines) chosen.push_back(ranked(line, weights).front().text);
    const auto bleu = metrics::corpus_bleu(chosen, std::span(&made.references, 1));
    EXPECT_DOUBLE_EQ(text.score(weights, *metric), bleu.score);
  }
}

TEST(TuningText, TranslatesALineWithoutCandidatesByNothing) {
  const auto metric = metrics::make_metric(metrics::BleuOptions{});
  const std::vector<std::string> references = {"a b c d e", "a b c"};
  const std::vector<std::vector<Rated>> lines = {{{"a b c d e", {1.0}}}, {}};
  const std::vector<std::string> chosen = {"a b c d e", ""};
  EXPECT_DOUBLE_EQ(tuning_text(lines, references, *metric).score(Features{1.0}, *metric),
                   metrics::corpus_bleu(chosen, std::span(&references, 1)).score);
}

TEST(TuningText, NeedsCandidates) {
  const auto metric = metrics::make_metric(metrics::BleuOptions{});
  const std::vector<std::string> references = {"a"};
  const std::vector<std::vector<Rated>> lines = {{}};
  const auto error = test::thrown_error([&] { tuning_text(lines, references, *metric); });
  EXPECT_EQ(error.problem(), "no candidates to tune weights on");
}

}  // namespace
}  // namespace regard::translate
