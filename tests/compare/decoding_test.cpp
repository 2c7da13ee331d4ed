#include "regard/compare/decoding.h"

#include <gtest/gtest.h>

#include <map>

namespace regard::compare {
namespace {

TEST(MeasureInTurns, TakesTurnsAndComparesWithinARound) {
  // The machine gets slower and slower; b is half as fast as a all the time.
  std::string order;
  double speed = 80;
  const auto measured =
      measure_in_turns({"a", "b"}, {"text"}, 3, [&](const auto& directory, const auto& sources) {
        EXPECT_EQ(sources.front(), "text");
        order += directory;
        const double factor = directory == "a" ? 1.0 : 0.5;
        Decoding once{.sentences = 10, .rounds = {{.sentences_per_second = speed * factor}}};
        if (directory == "b") speed /= 2;
        return once;
      });
  EXPECT_EQ(order, "ababab");
  ASSERT_EQ(measured.size(), 2U);
  EXPECT_EQ(measured[0].median.sentences_per_second, 40.0);
  EXPECT_EQ(measured[1].median.sentences_per_second, 20.0);
  EXPECT_EQ(measured[0].speed_ratio, 1.0);
  EXPECT_EQ(measured[1].speed_ratio, 0.5);
  EXPECT_EQ(measured[1].sentences, 10);
  EXPECT_EQ(measured[1].rounds.size(), 3U);
}

TEST(MeasureInTurns, TakesTheMedianOfEachFigure) {
  double value = 0;
  const auto measured = measure_in_turns({"a"}, {}, 4, [&](const auto&, const auto&) {
    value += 1;
    Decoding::Round round{.sentences_per_second = 1, .peak_mebibytes = 10 * value};
    if (value == 2) round.joules = 5;
    return Decoding{.rounds = {round}};
  });
  EXPECT_EQ(measured[0].median.peak_mebibytes, 25.0);
  EXPECT_EQ(measured[0].median.joules, 5.0);  // of the rounds that have it
}

}  // namespace
}  // namespace regard::compare
