#include "regard/compare/decoding.h"

#include <algorithm>
#include <cmath>

namespace regard::compare {
namespace {

/// For an even number of values, the mean of the two in the middle.
double median(std::vector<double> values) {
  std::ranges::sort(values);
  const size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// Visitor of Decoding::Round::describe: each figure's median over the rounds that know it.
struct Medians {
  const std::vector<Decoding::Round>& rounds;
  Decoding::Round median = {};

  void facts(const char*, double Decoding::Round::*figure) {
    std::vector<double> values;
    for (const auto& round : rounds) {
      if (std::isfinite(round.*figure)) values.push_back(round.*figure);
    }
    if (!values.empty()) median.*figure = compare::median(std::move(values));
  }
  void fact(const char* key, double Decoding::Round::*figure, const Shown&) { facts(key, figure); }
};

}  // namespace

std::vector<Decoding> measure_in_turns(const std::vector<std::string>& directories,
                                       const std::vector<std::string>& sources, int64_t rounds,
                                       const DecodingProbe& probe) {
  std::vector<Decoding> measured(directories.size());
  for (int64_t round = 0; round < rounds; ++round) {
    for (size_t i = 0; i < directories.size(); ++i) {
      auto once = probe(directories[i], sources);
      if (round > 0) {
        measured[i].rounds.push_back(once.rounds.front());
      } else {
        measured[i] = std::move(once);
      }
    }
  }
  for (auto& decoding : measured) {
    if (decoding.rounds.empty()) continue;
    Medians medians{decoding.rounds};
    Decoding::Round::describe(medians);
    decoding.median = medians.median;
    std::vector<double> ratios;
    for (size_t round = 0; round < decoding.rounds.size(); ++round) {
      ratios.push_back(decoding.rounds[round].sentences_per_second /
                       measured.front().rounds[round].sentences_per_second);
    }
    decoding.speed_ratio = median(std::move(ratios));
  }
  return measured;
}

}  // namespace regard::compare
