#include "text/noise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/utf8.h"

namespace regard::text {
namespace {

constexpr double kAlways = 0.999999999;

struct Pair {
  std::string source = "Where is Zoé, the cat?";
  std::string target = "Où est Zoé, le chat ?";
  NoiseDone done = {};
};

Pair with_noise(const config::NoiseOptions& options, uint64_t seed, Pair pair = {}) {
  std::mt19937_64 random(seed);
  const auto faults = Noise(options).draw(random);
  pair.done = Noise::add(faults, pair.source, pair.target, random);
  return pair;
}

TEST(NoiseOfPairs, IsNoneByDefault) {
  const auto pair = with_noise({}, 1);
  EXPECT_EQ(pair.source, Pair().source);
  EXPECT_EQ(pair.target, Pair().target);
  EXPECT_FALSE(pair.done.source || pair.done.target || pair.done.letter_case);
}

TEST(NoiseOfPairs, IsCapitalsOnBothSidesOrALowerCaseSource) {
  std::set<std::string> sources;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const auto pair = with_noise({.letter_case = kAlways}, seed);
    sources.insert(pair.source);
    EXPECT_TRUE(pair.done.letter_case);
    if (pair.source == "WHERE IS ZOÉ, THE CAT?") {
      EXPECT_EQ(pair.target, "OÙ EST ZOÉ, LE CHAT ?");
    } else {
      EXPECT_EQ(pair.target, Pair().target);
    }
  }
  EXPECT_EQ(sources, (std::set<std::string>{"WHERE IS ZOÉ, THE CAT?", "where is zoé, the cat?"}));
}

TEST(NoiseOfPairs, TakesTheEndMarkOffBothSides) {
  const auto pair = with_noise({.end_mark = kAlways}, 1);
  EXPECT_EQ(pair.source, "Where is Zoé, the cat");
  EXPECT_EQ(pair.target, "Où est Zoé, le chat");
  const auto dots = with_noise({.end_mark = kAlways}, 1, {.source = "Well...", .target = "Bon…"});
  EXPECT_EQ(dots.source + "|" + dots.target, "Well|Bon");
  const auto none = with_noise({.end_mark = kAlways}, 1, {.source = "Well", .target = "Bon."});
  EXPECT_EQ(none.target, "Bon.");
  const auto only = with_noise({.end_mark = kAlways}, 1, {.source = "?", .target = "?"});
  EXPECT_EQ(only.source, "?");
}

TEST(NoiseOfPairs, HasOneTypoInTheSource) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const auto pair = with_noise({.typo = kAlways}, seed);
    EXPECT_EQ(pair.target, Pair().target);
    const auto before = decode_utf8(Pair().source).size(), now = decode_utf8(pair.source).size();
    EXPECT_LE(std::max(before, now) - std::min(before, now), 1U) << pair.source;
    EXPECT_EQ(pair.source != Pair().source, pair.done.source);
    EXPECT_TRUE(pair.source.starts_with('W')) << pair.source;
    EXPECT_EQ(std::ranges::count(pair.source, ' '), 4) << pair.source;
  }
}

TEST(NoiseOfPairs, HasASpaceTooFewOrBeforeAMark) {
  const auto without_spaces = [](std::string line) {
    std::erase(line, ' ');
    return line;
  };
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const auto pair = with_noise({.spacing = kAlways}, seed);
    EXPECT_NE(pair.source, Pair().source);
    EXPECT_EQ(without_spaces(pair.source), without_spaces(Pair().source));
    EXPECT_EQ(pair.target, Pair().target);
  }
}

TEST(NoiseOfPairs, OccursAsOftenAsItsProbabilitySays) {
  int changed = 0;
  constexpr int kTrials = 2000;
  for (uint64_t seed = 0; seed < kTrials; ++seed) {
    changed += with_noise({.end_mark = 0.2}, seed).done.source ? 1 : 0;
  }
  EXPECT_NEAR(changed, kTrials * 0.2, 5 * 18);  // five standard deviations
}

TEST(NoiseOfPairs, LeavesTextWithoutLetters) {
  for (const auto* line : {"", " ", "12", "😀", "-"}) {
    const auto pair = with_noise(
        {.letter_case = kAlways, .end_mark = kAlways, .typo = kAlways, .spacing = kAlways}, 1,
        {.source = line, .target = line});
    EXPECT_EQ(pair.source, line);
    EXPECT_EQ(pair.target, line);
  }
}

}  // namespace
}  // namespace regard::text
