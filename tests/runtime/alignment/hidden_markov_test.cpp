#include "alignment/hidden_markov.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace regard::alignment {
namespace {

constexpr float kNothing = 0.2F;

Emissions random_emissions(size_t words, size_t places, std::mt19937& engine) {
  std::uniform_real_distribution<float> probability(0.001F, 1.0F);
  Emissions emissions{.words = words, .places = places};
  for (size_t i = 0; i < words * places; ++i) {
    emissions.from_place.push_back(probability(engine));
  }
  for (size_t i = 0; i < words; ++i) emissions.from_nothing.push_back(probability(engine));
  return emissions;
}

Jumps random_jumps(std::mt19937& engine) {
  std::uniform_real_distribution<double> count(0, 10);
  Jumps::Counts counts;
  for (auto& one : counts) one.add(count(engine));
  Jumps jumps;
  jumps.maximize(counts);
  return jumps;
}

/// Enumerates every alignment of a sentence pair, with its probability by definition.
class BruteForce {
 public:
  BruteForce(const Emissions& emissions, const Jumps& jumps)
      : emissions_(emissions), jumps_(jumps), of_place_(emissions.words * emissions.places, 0) {
    extend({}, -1, 1);
  }

  double of_place(size_t word, size_t place) const {
    return of_place_[word * emissions_.places + place] / all_;
  }
  double expected(size_t jump_index) const { return jump_counts_[jump_index] / all_; }

 private:
  static constexpr int64_t kNone = -2;

  double jump(int64_t from, int64_t to) const {
    double all = 0;
    for (int64_t place = 0; place < static_cast<int64_t>(emissions_.places); ++place) {
      all += static_cast<double>(jumps_.weight(place - from));
    }
    return static_cast<double>(jumps_.weight(to - from)) / all;
  }

  void extend(std::vector<int64_t> places, int64_t last, double probability) {
    const size_t word = places.size();
    if (word == emissions_.words) return end(places, last, probability);
    places.push_back(kNone);
    extend(places, last, probability * kNothing * emissions_.from_nothing[word]);
    for (size_t place = 0; place < emissions_.places; ++place) {
      const auto to = static_cast<int64_t>(place);
      places.back() = to;
      extend(places, to,
             probability * (1 - kNothing) * jump(last, to) *
                 emissions_.from_place[word * emissions_.places + place]);
    }
  }

  void end(const std::vector<int64_t>& places, int64_t last, double probability) {
    const auto behind = static_cast<int64_t>(emissions_.places);
    probability *= jump(last, behind);
    all_ += probability;
    int64_t before = -1;
    for (size_t word = 0; word < places.size(); ++word) {
      if (places[word] == kNone) continue;
      of_place_[word * emissions_.places + static_cast<size_t>(places[word])] += probability;
      jump_counts_[Jumps::index(places[word] - before)] += probability;
      before = places[word];
    }
    jump_counts_[Jumps::index(behind - before)] += probability;
  }

  const Emissions& emissions_;
  const Jumps& jumps_;
  std::vector<double> of_place_;
  std::array<double, Jumps::kCount> jump_counts_ = {};
  double all_ = 0;
};

constexpr double kFloats = 1e-5;  // relative error of sums of a few floats

class TinySentences : public testing::TestWithParam<std::pair<size_t, size_t>> {};

TEST_P(TinySentences, HavePosteriorsAndJumpsOfAllAlignmentsTogether) {
  const auto [words, places] = GetParam();
  std::mt19937 engine(1);
  for (int time = 0; time < 5; ++time) {
    const auto emissions = random_emissions(words, places, engine);
    const auto jumps = random_jumps(engine);
    const BruteForce truth(emissions, jumps);
    HiddenMarkov markov(jumps, kNothing);
    Posteriors found;
    markov.compute(emissions, found);
    for (size_t word = 0; word < words; ++word) {
      double all = static_cast<double>(found.of_nothing[word]);
      for (size_t place = 0; place < places; ++place) {
        const auto posterior = static_cast<double>(found.of_place[word * places + place]);
        EXPECT_NEAR(posterior, truth.of_place(word, place), kFloats);
        all += posterior;
      }
      EXPECT_NEAR(all, 1, kFloats);
    }
    Jumps::Counts counts;
    markov.count_jumps(counts);
    for (size_t jump = 0; jump < Jumps::kCount; ++jump) {
      EXPECT_NEAR(counts[jump].value(), truth.expected(jump), kFloats);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, TinySentences,
                         testing::Values(std::pair<size_t, size_t>{1, 1},
                                         std::pair<size_t, size_t>{3, 4},
                                         std::pair<size_t, size_t>{5, 2},
                                         std::pair<size_t, size_t>{4, 3}));

TEST(Model1, IsBayesRule) {
  std::mt19937 engine(2);
  const auto emissions = random_emissions(3, 4, engine);
  Posteriors found;
  model_1(emissions, kNothing, found);
  for (size_t word = 0; word < 3; ++word) {
    double all = static_cast<double>(kNothing * emissions.from_nothing[word]);
    for (size_t place = 0; place < 4; ++place) {
      all += static_cast<double>((1 - kNothing) / 4 * emissions.from_place[word * 4 + place]);
    }
    for (size_t place = 0; place < 4; ++place) {
      const auto one =
          static_cast<double>((1 - kNothing) / 4 * emissions.from_place[word * 4 + place]);
      EXPECT_NEAR(static_cast<double>(found.of_place[word * 4 + place]), one / all, kFloats);
    }
  }
}

TEST(Jumps, CountFarOnesAsOne) {
  EXPECT_EQ(Jumps::index(Jumps::kFar), Jumps::index(1000));
  EXPECT_EQ(Jumps::index(-Jumps::kFar), Jumps::index(-1000));
  EXPECT_NE(Jumps::index(1), Jumps::index(0));
}

}  // namespace
}  // namespace regard::alignment
