#include "metrics/metric_table.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace regard::metrics
