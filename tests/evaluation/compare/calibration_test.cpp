#include "compare/calibration.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace regard::compare {
namespace {

TEST(RightPieces, AreThoseInTheOrderOfTheReference) {
  EXPECT_EQ(right_pieces({"▁un", "▁chien", "▁noir", "</s>"}, {"▁un", "▁chat", "▁noir", "</s>"}),
            (std::vector<bool>{true, false, true, true}));
  EXPECT_EQ(right_pieces({"a", "a"}, {"a"}), (std::vector<bool>{true, false}));
  EXPECT_TRUE(right_pieces({}, {"a"}).empty());
}

TEST(Calibration, IsTheMeanDistanceOfConfidenceAndAccuracy) {
  // Three tokens with confidence 0.9, two of them right, and one with 0.25 that is right:
  // (3 |2/3 - 0.9| + 1 |1 - 0.25|) / 4
  const auto calibration = calibrate({{0.9, true}, {0.9, true}, {0.9, false}, {0.25, true}});
  EXPECT_EQ(calibration.tokens, 4);
  EXPECT_NEAR(calibration.expected_error, (3 * (0.9 - 2.0 / 3.0) + 0.75) / 4, 1e-12);
  EXPECT_NEAR(calibration.confidence, (2.7 + 0.25) / 4, 1e-12);
  EXPECT_NEAR(calibration.accuracy, 0.75, 1e-12);
  ASSERT_EQ(calibration.bins.size(), 10U);
  EXPECT_EQ(calibration.bins[9].tokens, 3);
  EXPECT_NEAR(calibration.bins[9].accuracy, 2.0 / 3.0, 1e-12);
  EXPECT_EQ(calibration.bins[2].tokens, 1);
  EXPECT_EQ(calibration.bins[5].tokens, 0);
}

TEST(Calibration, PutsCertaintyIntoTheLastBin) {
  EXPECT_EQ(calibrate({{1.0, true}, {0.0, false}}).bins[9].tokens, 1);
  EXPECT_EQ(calibrate({{1.0, true}, {0.0, false}}).expected_error, 0.0);
}

TEST(Calibration, IsSmallIfConfidenceMatchesAccuracy) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform;
  std::vector<JudgedToken> honest, boasting;
  for (int i = 0; i < 20000; ++i) {
    const double probability = uniform(random);
    honest.push_back({probability, uniform(random) < probability});
    boasting.push_back({std::sqrt(probability), uniform(random) < probability});
  }
  EXPECT_LT(calibrate(honest).expected_error,
            0.02);  // standard deviation of a bin: 0.5 / sqrt(2000)
  EXPECT_NEAR(calibrate(boasting).expected_error, 2.0 / 3.0 - 0.5, 0.02);  // E sqrt(p) - E p
}

TEST(Calibration, OfNothingIsZero) { EXPECT_EQ(calibrate({}).expected_error, 0.0); }

}  // namespace
}  // namespace regard::compare
