#include "metrics/metric_table.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/golden_json.h"

namespace regard::metrics {
namespace {

TEST(BookBleu, IsTheBooks) {
  for (const auto& golden : test::load_golden_cases("bleu_d2l")) {
    SCOPED_TRACE(test::describe_case(golden));
    const auto hypothesis = golden.at("inputs").at("pred").get<std::string>();
    const auto reference = golden.at("inputs").at("label").get<std::string>();
    std::vector<double> scores;
    for (const int longest : golden.at("hyper").at("k")) {
      scores.push_back(book_bleu(hypothesis, reference, longest));
    }
    EXPECT_TRUE(test::are_close(scores, golden.at("outputs").at("bleu"), golden.at("tol")));
  }
}

// d2l 10.7 (9.7 in Chinese) prints 1, 1, 0.658 and 1.
TEST(BookBleu, OfTheBooksSentencesIsWhatItPrints) {
  const std::vector<std::string> written = {"va !", "j'ai perdu .", "il est riche .",
                                            "je suis chez moi ."};
  const std::vector<std::vector<std::string>> right = {
      {"va !", "j'ai perdu .", "il est calme .", "je suis chez moi ."}};
  const auto metric = metric_named("book_bleu", &MetricUses::scores).make();
  const auto scores = sentence_scores(*metric, written, right);
  const std::vector<double> printed = {1, 1, 0.658, 1};
  ASSERT_EQ(scores.size(), printed.size());
  for (size_t i = 0; i < printed.size(); ++i) EXPECT_NEAR(scores[i] / 100, printed[i], 0.0005);
  EXPECT_NEAR(corpus_score(*metric, written, right), 100 * (3 + 0.658) / 4, 0.05);
}

TEST(BookBleu, TakesTheBestOfSeveralReferences) {
  const auto metric = metric_named("book_bleu", &MetricUses::scores).make();
  const std::vector<std::string> references = {"il est calme .", "il est riche ."};
  EXPECT_EQ(sentence_score(*metric, "il est riche .", references), 100);
}

}  // namespace
}  // namespace regard::metrics
