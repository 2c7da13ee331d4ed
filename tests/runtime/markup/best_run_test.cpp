#include "markup/text_atoms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace regard::serve {
namespace {

/// Each unwanted position costs 5; a range must not include multiples of `forbidden`.
double cost_of(PlaceRange places, size_t forbidden) {
  for (size_t place = places.begin; place < places.end; ++place) {
    if (place % forbidden == 0) return std::numeric_limits<double>::infinity();
  }
  return 5.0 * static_cast<double>(places.size());
}

double score_of(PlaceRange run, const std::vector<size_t>& wanted, size_t forbidden) {
  double score = 0.0;
  for (size_t place = run.begin; place < run.end; ++place) {
    const bool is_wanted = std::ranges::binary_search(wanted, place);
    score += is_wanted ? 10.0 : -cost_of({.begin = place, .end = place + 1}, forbidden);
  }
  return score;
}

TEST(BestRun, HasTheMostWantedPositions) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 2'000; ++i) {
    const size_t count = 1 + random() % 15, forbidden = 3 + random() % 20;
    std::vector<size_t> wanted;
    for (size_t place = 0; place < count; ++place) {
      if (random() % 3 == 0) wanted.push_back(place);
    }
    double best = 0.0;
    size_t longest = 0;
    for (size_t begin = 0; begin < count; ++begin) {
      for (size_t end = begin + 1; end <= count; ++end) {
        const double score = score_of({.begin = begin, .end = end}, wanted, forbidden);
        if (score > best || (score == best && end - begin > longest)) {
          best = score;
          longest = end - begin;
        }
      }
    }
    const auto run =
        best_run(wanted, 10.0, [&](PlaceRange places) { return cost_of(places, forbidden); });
    EXPECT_EQ(score_of(run, wanted, forbidden), best);
    EXPECT_EQ(run.size(), longest);
  }
}

TEST(BestRun, IsEmptyIfNothingIsWanted) {
  EXPECT_EQ(best_run({}, 1.0, [](PlaceRange) { return 0.0; }).size(), 0U);
}

}  // namespace
}  // namespace regard::serve
