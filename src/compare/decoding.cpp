#include "regard/compare/decoding.h"

#include <algorithm>

namespace regard::compare {
namespace {

/// Of an even number the mean of the two in the middle.
double median(std::vector<double> values) {
  std::ranges::sort(values);
  const size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double median_of(const std::vector<Decoding::Round>& rounds, double Decoding::Round::*figure) {
  std::vector<double> values;
  for (const auto& round : rounds) values.push_back(round.*figure);
  return median(std::move(values));
}

Decoding::Round median_round(const std::vector<Decoding::Round>& rounds) {
  using Round = Decoding::Round;
  Round middle{.sentences_per_second = median_of(rounds, &Round::sentences_per_second),
               .tokens_per_second = median_of(rounds, &Round::tokens_per_second),
               .latency_milliseconds = median_of(rounds, &Round::latency_milliseconds),
               .peak_mebibytes = median_of(rounds, &Round::peak_mebibytes)};
  std::vector<double> joules;
  for (const auto& round : rounds) {
    if (round.joules) joules.push_back(*round.joules);
  }
  if (!joules.empty()) middle.joules = median(std::move(joules));
  return middle;
}

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
    decoding.median = median_round(decoding.rounds);
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
