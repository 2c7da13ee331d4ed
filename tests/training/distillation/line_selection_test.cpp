#include "distillation/line_selection.h"

#include <gtest/gtest.h>

#include <cmath>

#include "regard/base/error.h"

namespace regard::distillation {
namespace {

using translate::Candidate;

Candidate candidate(const std::string& text, double log_prob, std::vector<int64_t> ids) {
  return {.text = text, .log_prob = log_prob, .ids = std::move(ids)};
}

std::vector<std::string> targets(const std::vector<DistilledPair>& pairs) {
  std::vector<std::string> all;
  for (const auto& pair : pairs) all.push_back(pair.target);
  return all;
}

const std::vector<int64_t> kSource = {5, 6, 7, 3};
using Texts = std::vector<std::string>;

TEST(LineSelection, TakesAllThatHaveNoFaultAndCountsTheOthers) {
  const std::vector<int64_t> loop(12, 9);
  auto cut = candidate("il dort il", -3, {4, 5, 6});
  cut.finished = false;
  const std::vector<Candidate> candidates = {candidate("il dort", -2, {4, 5, 3}),
                                             candidate("il dort", -4, {4, 8, 3}),
                                             cut,
                                             candidate("la la la la", -1, loop),
                                             candidate(" ", -5, {3}),
                                             candidate("il sommeille", -6, {4, 3})};
  Tally tally;
  const auto pairs = LineSelection({})({"he\tsleeps", ""}, candidates, kSource, tally);
  EXPECT_EQ(targets(pairs), (Texts{"il dort", "il sommeille"}));
  EXPECT_EQ(pairs[0].source, "he sleeps");
  EXPECT_DOUBLE_EQ(pairs[0].score, -2.0 / 3);
  EXPECT_EQ(tally.translations, 6);
  EXPECT_EQ(tally.kept, 2);
  EXPECT_EQ(tally.same, 1);
  EXPECT_EQ(tally.unfinished, 1);
  EXPECT_EQ(tally.repeating, 1);
  EXPECT_EQ(tally.empty, 1);
}

TEST(LineSelection, CountsALineWithoutTranslationsAsEmpty) {
  Tally tally;
  EXPECT_TRUE(LineSelection({})({"", ""}, {}, {}, tally).empty());
  EXPECT_EQ(tally.empty, 1);
  EXPECT_EQ(tally.translations, 1);
}

TEST(LineSelection, TakesTheOneMostSimilarToTheReference) {
  const std::vector<Candidate> candidates = {candidate("un chien court dans le parc", -1, {4, 3}),
                                             candidate("un chat dort sur le lit", -2, {5, 3}),
                                             candidate("deux oiseaux", -3, {6, 3})};
  for (const auto pick : {Pick::bleu, Pick::chrf}) {
    Tally tally;
    const LineSelection select({.n_best = 3, .pick = pick});
    EXPECT_EQ(targets(select({"a cat", "un chat dort sur un lit"}, candidates, kSource, tally)),
              Texts{"un chat dort sur le lit"});
    EXPECT_EQ(tally.farther, 2);
    EXPECT_EQ(tally.kept, 1);
    // Without a reference, the teacher's first candidate is selected.
    EXPECT_EQ(targets(select({"a cat", ""}, candidates, kSource, tally)),
              Texts{"un chien court dans le parc"});
  }
}

TEST(LineSelection, DropsWhatIsImprobable) {
  const std::vector<Candidate> candidates = {candidate("a", 2 * std::log(0.51), {4, 3}),
                                             candidate("b", 2 * std::log(0.49), {4, 3})};
  Tally tally;
  const LineSelection select({.least_probability = 0.5});
  EXPECT_EQ(targets(select({"x", ""}, candidates, kSource, tally)), Texts{"a"});
  EXPECT_EQ(tally.unlikely, 1);
  EXPECT_EQ(tally.kept, 1);
}

TEST(DistilledPair, IsReadBackExactly) {
  const DistilledPair pair{"the cat", "le chat", -1.0 / 3};
  const auto read = pair_of_line(pair.line(), "here");
  EXPECT_EQ(read.source, pair.source);
  EXPECT_EQ(read.target, pair.target);
  EXPECT_EQ(read.score, pair.score);
  for (const auto* line : {"", "a\tb", "a\tb\tc", "a"}) {
    EXPECT_THROW(pair_of_line(line, "here"), Error) << line;
  }
}

}  // namespace
}  // namespace regard::distillation
