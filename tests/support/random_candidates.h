#pragma once
#include <random>
#include <string>
#include <vector>

#include "reranking/reranker.h"

namespace regard::test {

/// Lines of random words with candidates that share some of them, and random features.
struct RandomCandidates {
  std::vector<std::vector<translate::Rated>> lines;
  std::vector<std::string> references;
};

inline RandomCandidates random_candidates(uint32_t seed, size_t lines, size_t most_candidates,
                                          size_t features) {
  std::mt19937 random(seed);
  const auto below = [&](size_t bound) { return random() % bound; };
  const auto text = [&](size_t words) {
    std::string joined;
    for (size_t word = 0; word < words; ++word) {
      joined += (word == 0 ? "" : " ") + std::string(1, static_cast<char>('a' + below(4)));
    }
    return joined;
  };
  std::normal_distribution<double> normal;
  RandomCandidates made;
  for (size_t line = 0; line < lines; ++line) {
    made.references.push_back(text(5 + below(6)));
    made.lines.emplace_back();
    for (size_t count = 1 + below(most_candidates); count > 0; --count) {
      made.lines.back().push_back({.text = text(4 + below(8)), .features = {}});
      auto& numbers = made.lines.back().back().features;
      for (size_t feature = 0; feature < features; ++feature) numbers.push_back(normal(random));
    }
  }
  return made;
}

}  // namespace regard::test
