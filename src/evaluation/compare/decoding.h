#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "compare/fact_rows.h"

namespace regard::compare {

/// The decoding speed of a model. Systems are measured in alternating rounds, each in a separate
/// process, so that other load on the machine affects all of them.
struct Decoding {
  struct Round {
    double sentences_per_second = 0;
    double tokens_per_second = 0;
    double latency_milliseconds = 0;                           ///< median for a single sentence
    double peak_mebibytes = 0;                                 ///< peak memory of the whole process
    double joules = std::numeric_limits<double>::quiet_NaN();  ///< Cost::joules of the process

    static void describe(auto& v) {
      v.fact("sentences_per_second", &Round::sentences_per_second,
             {"sentences per second", "in batches", decimals<1>, Best::highest});
      v.fact("tokens_per_second", &Round::tokens_per_second,
             {"tokens per second", "written", whole, Best::highest, Where::page});
      v.fact("latency_milliseconds", &Round::latency_milliseconds,
             {"latency (ms)", "of a single sentence", decimals<1>, Best::lowest});
      v.fact("peak_mebibytes", &Round::peak_mebibytes,
             {"memory (MiB)", "peak of the process", whole, Best::lowest});
      v.facts("joules", &Round::joules);
    }
  };

  int64_t sentences = 0;  ///< sentences translated in each round
  int64_t beam_size = 0;
  int64_t threads = 0;
  std::vector<Round> rounds = {};
  Round median = {};  ///< median of each figure over the rounds
  /// Median over the rounds of the speed relative to the first measured system in the same round.
  double speed_ratio = 1;

  static void describe(auto& v) {
    v.facts("sentences", &Decoding::sentences, "beam_size", &Decoding::beam_size, "threads",
            &Decoding::threads, "rounds", &Decoding::rounds, "median", &Decoding::median);
    v.row({"energy (J per sentence)", "of the processor, including other work", decimals<2>,
           Best::lowest},
          [](const Decoding& o) { return o.median.joules / static_cast<double>(o.sentences); });
    v.fact("speed_ratio", &Decoding::speed_ratio,
           {"relative speed", "against the first system, in the same round", times, Best::highest,
            Where::page});
  }
};

/// Splits the decodings by round: for each round, all systems' decodings with only that round.
/// `decodings`: null for a system that was not measured. The result is empty if there is only one
/// round, which cannot show agreement.
std::vector<std::vector<std::optional<Decoding>>> rounds_of(
    const std::vector<const Decoding*>& decodings);

/// The ratio of the first system's figure to the second's: the median over the rounds. Empty unless
/// there are several rounds and all agree on which figure is higher.
std::optional<double> agreed_ratio(const Decoding& first, const Decoding& second,
                                   double Decoding::Round::*figure);

/// Measures the model in a directory and returns a Decoding with one round.
using DecodingProbe =
    std::function<Decoding(const std::string& directory, const std::vector<std::string>& sources)>;

/// Measures the directories in alternating rounds.
std::vector<Decoding> measure_in_turns(const std::vector<std::string>& directories,
                                       const std::vector<std::string>& sources, int64_t rounds,
                                       const DecodingProbe& probe);

}  // namespace regard::compare
