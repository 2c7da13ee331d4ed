#include "compare/decoding.h"

#include <algorithm>
#include <cmath>

#include "base/stopwatch.h"

namespace regard::compare {
namespace {

/// Visitor of Decoding::Round::describe: the median of each figure over the rounds in which it is
/// known.
struct Medians {
  const std::vector<Decoding::Round>& rounds;
  Decoding::Round median = {};

  void facts(const char*, double Decoding::Round::*figure) {
    std::vector<double> values;
    for (const auto& round : rounds) {
      if (std::isfinite(round.*figure)) values.push_back(round.*figure);
    }
    if (!values.empty()) median.*figure = regard::median(std::move(values));
  }
  void fact(const char* key, double Decoding::Round::*figure, const Shown&) { facts(key, figure); }
};

/// Computes the summary figures of all decodings that have rounds.
void summarize(const std::vector<Decoding*>& decodings) {
  const Decoding* first = nullptr;
  for (auto* decoding : decodings) {
    if (decoding == nullptr || decoding->rounds.empty()) continue;
    if (first == nullptr) first = decoding;
    Medians medians{decoding->rounds};
    Decoding::Round::describe(medians);
    decoding->median = medians.median;
    std::vector<double> ratios;
    for (size_t round = 0; round < decoding->rounds.size(); ++round) {
      ratios.push_back(decoding->rounds[round].sentences_per_second /
                       first->rounds[round].sentences_per_second);
    }
    decoding->speed_ratio = median(std::move(ratios));
  }
}

}  // namespace

std::vector<std::vector<std::optional<Decoding>>> rounds_of(
    const std::vector<const Decoding*>& decodings) {
  size_t count = 0;
  for (const auto* decoding : decodings) {
    if (decoding != nullptr) count = std::max(count, decoding->rounds.size());
  }
  std::vector<std::vector<std::optional<Decoding>>> rounds(count > 1 ? count : 0);
  for (size_t round = 0; round < rounds.size(); ++round) {
    auto& of_round = rounds[round];
    of_round.resize(decodings.size());
    std::vector<Decoding*> measured(decodings.size());
    for (size_t i = 0; i < decodings.size(); ++i) {
      if (decodings[i] == nullptr || decodings[i]->rounds.size() <= round) continue;
      of_round[i] = *decodings[i];
      of_round[i]->rounds = {decodings[i]->rounds[round]};
      measured[i] = &*of_round[i];
    }
    summarize(measured);
  }
  return rounds;
}

std::optional<double> agreed_ratio(const Decoding& first, const Decoding& second,
                                   double Decoding::Round::*figure) {
  std::vector<double> ratios;
  for (size_t round = 0; round < std::min(first.rounds.size(), second.rounds.size()); ++round) {
    ratios.push_back(first.rounds[round].*figure / (second.rounds[round].*figure));
  }
  const auto is_higher = [](double ratio) { return ratio > 1; };
  const auto is_lower = [](double ratio) { return ratio < 1; };
  if (ratios.size() < 2) return std::nullopt;
  if (!std::ranges::all_of(ratios, is_higher) && !std::ranges::all_of(ratios, is_lower))
    return std::nullopt;
  return median(std::move(ratios));
}

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
  std::vector<Decoding*> decodings;
  for (auto& decoding : measured) decodings.push_back(&decoding);
  summarize(decodings);
  return measured;
}

}  // namespace regard::compare
