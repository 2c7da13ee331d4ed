#include "corpus/mix.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/base/thrown_error.h"

namespace regard::corpus {
namespace {

std::vector<MixedText> mixed(std::vector<MixedText> texts, double temperature) {
  mix(texts, {.temperature = temperature});
  return texts;
}

double pairs_of_epoch(const std::vector<MixedText>& texts) {
  double pairs = 0;
  for (const auto& text : texts) pairs += text.copies * static_cast<double>(text.pairs);
  return pairs;
}

double drawn_pairs(const MixedText& text) { return text.copies * static_cast<double>(text.pairs); }

const std::vector<MixedText> kTexts = {{.pairs = 900'000, .weight = 0.25},
                                       {.pairs = 40'000, .weight = 3},
                                       {.pairs = 0, .weight = 2},
                                       {.pairs = 1'000}};

TEST(Mix, AtTemperatureOneGivesTheWeights) {
  for (const auto& text : mixed(kTexts, 1)) EXPECT_EQ(text.copies, text.weight);
}

// Arivazhagan et al. (2019), section 3: the probability of a corpus with share p is p^(1/T),
// normalized.
TEST(Mix, DrawsATextByTheRootOfItsShare) {
  const std::vector<MixedText> texts = {{.pairs = 900}, {.pairs = 90}, {.pairs = 10}};
  const auto at_five = mixed(texts, 5);
  double sum = 0;
  for (const auto& text : texts) sum += std::pow(static_cast<double>(text.pairs) / 1000, 1.0 / 5);
  for (const auto& text : at_five) {
    const double share = std::pow(static_cast<double>(text.pairs) / 1000, 1.0 / 5) / sum;
    EXPECT_NEAR(drawn_pairs(text) / 1000, share, 1e-12);
  }
}

TEST(Mix, MultipliesTheTemperaturesShareByTheWeight) {
  const auto texts = mixed({{.pairs = 10'000, .weight = 0.5}, {.pairs = 100, .weight = 4}}, 2);
  EXPECT_NEAR(drawn_pairs(texts[0]) / drawn_pairs(texts[1]), (0.5 * 100) / (4.0 * 10), 1e-12);
}

TEST(Mix, KeepsTheExpectedPairsOfAnEpoch) {
  for (const double temperature : {0.5, 1.5, 5.0, 100.0}) {
    EXPECT_NEAR(pairs_of_epoch(mixed(kTexts, temperature)), pairs_of_epoch(mixed(kTexts, 1)), 1e-6);
  }
}

TEST(Mix, AtAHighTemperatureDrawsEquallyFromEachText) {
  const auto texts = mixed({{.pairs = 100'000}, {.pairs = 100}}, 1e9);
  EXPECT_NEAR(drawn_pairs(texts[0]), drawn_pairs(texts[1]), 1e-3);
}

TEST(Mix, AtALowTemperatureDrawsOnlyFromTheLargestText) {
  for (const double temperature : {0.01, 1e-3, 1e-9}) {
    const auto texts = mixed({{.pairs = 4000}, {.pairs = 600}}, temperature);
    EXPECT_NEAR(drawn_pairs(texts[0]), 4600, 1e-6) << temperature;
    EXPECT_NEAR(drawn_pairs(texts[1]), 0, 1e-6) << temperature;
  }
}

TEST(Mix, RefusesMorePairsThanMemoryHolds) {
  const auto error = test::thrown_error([] { mixed({{.pairs = 600, .weight = 1e12}}, 1); });
  EXPECT_EQ(error.where(), "data.train");
}

TEST(Mix, OfTextsWithoutPairsIsFinite) {
  for (const auto& text : mixed({{.pairs = 0}, {.pairs = 0}}, 5)) EXPECT_EQ(text.copies, 1);
}

TEST(MixTable, HasARowForEachText) {
  const auto table = mix_table(std::vector<MixedText>{
      {.name = "law", .pairs = 3000, .target_tokens = 90'000, .weight = 0.25, .copies = 0.25},
      {.name = "games", .pairs = 250, .target_tokens = 2'500, .weight = 3, .copies = 3}});
  EXPECT_TRUE(table.starts_with("an epoch has about 1,500 pairs and 30,000 target tokens:\n"))
      << table;
  EXPECT_NE(table.find("3,000        0.25        0.25      50.0 %      75.0 %  law\n"),
            std::string::npos)
      << table;
  EXPECT_NE(table.find("250           3        3.00      50.0 %      25.0 %  games"),
            std::string::npos)
      << table;
}

}  // namespace
}  // namespace regard::corpus
