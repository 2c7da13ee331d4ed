#include "compare/tables.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "compare/comparison_examples.h"

namespace regard::compare {
namespace {

using nlohmann::json;

TEST(ComparisonJson, HasTheKeysThatItsHeaderPromises) {
  const auto facts = json::parse(to_json(comparison_with_all()));
  std::string keys;
  for (const auto& [key, value] : facts.items()) keys += key + ' ';
  EXPECT_EQ(keys,
            "beam_curves biggest_wins breakdowns calibrations metrics ngrams notes search_errors "
            "seeds sentences systems text traits verdict warnings words ");
}

TEST(ComparisonJson, AgreesWithTheFacts) {
  const auto facts = json::parse(to_json(comparison_with_all()));
  EXPECT_EQ(facts["verdict"]["better"], 1);
  EXPECT_EQ(facts["systems"][0]["model"], nullptr);
  EXPECT_EQ(facts["systems"][1]["model"]["curves"]["valid/loss"]["values"], json({2.5}));
  EXPECT_EQ(facts["systems"][1]["model"]["decoding"]["median"]["sentences_per_second"], 40.0);
  EXPECT_EQ(facts["metrics"][0]["pairs"][0]["high"], 3.0);
  EXPECT_EQ(facts["breakdowns"][0]["slices"][0]["systems"][1]["bleu"], 32.0);
  EXPECT_EQ(facts["words"]["buckets"][0]["systems"][1]["f1"], 0.5);
  EXPECT_EQ(facts["ngrams"][1][0]["text"], "le chat");
  const auto& output = facts["sentences"][0]["systems"][1];
  EXPECT_EQ(output["chrf"], 100.0);
  EXPECT_EQ(output["against_first"],
            json::parse(R"([["removed", "chien"], ["added", "le chat"]])"));
  EXPECT_EQ(output["attention"]["weights"], json({{0.75, 0.25}, {0.123, 0.877}}));
  EXPECT_EQ(output["n_best"][0]["score"], -0.5);
  EXPECT_EQ(facts["sentences"][0]["systems"][0]["log_prob"], nullptr);
  EXPECT_EQ(facts["calibrations"], json({nullptr, facts["calibrations"][1]}));
  EXPECT_EQ(facts["calibrations"][1]["expected_error"], 0.25);
  EXPECT_EQ(facts["seeds"]["groups"][0]["metrics"][0]["deviation"], nullptr);
  EXPECT_EQ(facts["beam_curves"][1]["points"][0]["bleu"], 31.0);
  EXPECT_EQ(facts["biggest_wins"][1][0]["lead"], 80.0);
}

TEST(ComparisonJson, HasNoNegativeZero) {
  auto comparison = comparison_with_all();
  comparison.metrics[0].pairs[0].low = -0.0;
  comparison.sentences[0].systems[1].log_prob = -0.0;
  EXPECT_EQ(to_json(comparison).find("-0.0,"), std::string::npos);
}

TEST(ComparisonJson, StaysJsonWithAnyFacts) {
  auto comparison = comparison_with_all();
  comparison.systems[1].model->curves["valid/loss"].minutes = {
      std::numeric_limits<double>::quiet_NaN()};
  comparison.sentences[0].source = "caf\xE9";
  const auto facts = json::parse(to_json(comparison));
  EXPECT_EQ(facts["systems"][1]["model"]["curves"]["valid/loss"]["minutes"][0], nullptr);
  EXPECT_EQ(json::parse(to_json({}))["sentences"], json::array());
}

}  // namespace
}  // namespace regard::compare
