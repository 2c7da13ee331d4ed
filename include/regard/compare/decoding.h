#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "regard/compare/fact.h"

namespace regard::compare {

/// How fast a model translates, and with what. Systems are measured in turns, several rounds, each
/// time in a process of its own, so that what else the machine does meets all of them; figures are
/// medians of the rounds.
struct Decoding {
  struct Round {
    double sentences_per_second = 0;
    double tokens_per_second = 0;
    double latency_milliseconds = 0;                           ///< of a sentence alone; median
    double peak_mebibytes = 0;                                 ///< of the whole process
    double joules = std::numeric_limits<double>::quiet_NaN();  ///< Cost::joules of the process

    template <class Visitor>
    static void describe(Visitor& v) {
      using O = Round;
      v.fact("sentences_per_second", &O::sentences_per_second,
             {"sentences per second", "in batches", decimals<1>, Best::highest});
      v.fact("tokens_per_second", &O::tokens_per_second,
             {"tokens per second", "written", whole, Best::highest, Where::page});
      v.fact("latency_milliseconds", &O::latency_milliseconds,
             {"latency (ms)", "of a single sentence", decimals<1>, Best::lowest});
      v.fact("peak_mebibytes", &O::peak_mebibytes,
             {"memory (MiB)", "peak of the process", whole, Best::lowest});
      v.facts("joules", &O::joules);
    }
  };

  int64_t sentences = 0;  ///< translated in each round
  int64_t beam_size = 0;
  int64_t threads = 0;
  std::vector<Round> rounds = {};
  Round median = {};  ///< of each figure
  /// Median over the rounds of its speed by that of the first measured system in the same round.
  double speed_ratio = 1;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = Decoding;
    v.facts("sentences", &O::sentences, "beam_size", &O::beam_size, "threads", &O::threads,
            "rounds", &O::rounds, "median", &O::median);
    v.row({"energy (J per sentence)", "of the processor, including other work", decimals<2>,
           Best::lowest},
          [](const O& o) { return o.median.joules / static_cast<double>(o.sentences); });
    v.fact("speed_ratio", &O::speed_ratio,
           {"relative speed", "against the first system, in the same round", times, Best::highest,
            Where::page});
  }
};

/// Measures one round of the model in a directory: a Decoding with one round.
using DecodingProbe =
    std::function<Decoding(const std::string& directory, const std::vector<std::string>& sources)>;

/// Of each directory, in turns.
std::vector<Decoding> measure_in_turns(const std::vector<std::string>& directories,
                                       const std::vector<std::string>& sources, int64_t rounds,
                                       const DecodingProbe& probe);

}  // namespace regard::compare
