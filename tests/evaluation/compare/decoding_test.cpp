#include "compare/decoding.h"

#include <gtest/gtest.h>

#include <map>

namespace regard::compare {
namespace {

TEST(MeasureInTurns, TakesTurnsAndComparesWithinARound) {
  // The machine slows down steadily; b is always half as fast as a.
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
  EXPECT_EQ(measured[0].median.joules, 5.0);  // the median of the rounds that measured joules
}

TEST(RoundsOf, AreDecodingsOfOneRoundEach) {
  const Decoding slow{.sentences = 5,
                      .rounds = {{.sentences_per_second = 10}, {.sentences_per_second = 20}}};
  const Decoding fast{.rounds = {{.sentences_per_second = 40}, {.sentences_per_second = 30}}};
  const auto rounds = rounds_of({nullptr, &slow, &fast});
  ASSERT_EQ(rounds.size(), 2U);
  EXPECT_FALSE(rounds[0][0]);
  EXPECT_EQ(rounds[1][1]->sentences, 5);
  EXPECT_EQ(rounds[1][1]->median.sentences_per_second, 20);
  EXPECT_EQ(rounds[0][2]->speed_ratio, 4);
  EXPECT_EQ(rounds[1][2]->speed_ratio, 1.5);
  const Decoding once{.rounds = {{.sentences_per_second = 10}}};
  EXPECT_TRUE(rounds_of({&once, &once}).empty());
}

TEST(AgreedRatio, IsKnownIfEveryRoundHasTheSameFirst) {
  constexpr auto kSpeed = &Decoding::Round::sentences_per_second;
  const Decoding slow{.rounds = {{.sentences_per_second = 10}, {.sentences_per_second = 20}}};
  const Decoding fast{.rounds = {{.sentences_per_second = 40}, {.sentences_per_second = 30}}};
  const Decoding mixed{.rounds = {{.sentences_per_second = 15}, {.sentences_per_second = 15}}};
  EXPECT_EQ(agreed_ratio(fast, slow, kSpeed), 2.75);
  EXPECT_LT(*agreed_ratio(slow, fast, kSpeed), 1);
  EXPECT_FALSE(agreed_ratio(mixed, slow, kSpeed));
  EXPECT_FALSE(agreed_ratio({.rounds = {{.sentences_per_second = 9}}},
                            {.rounds = {{.sentences_per_second = 1}}}, kSpeed));
}

}  // namespace
}  // namespace regard::compare
