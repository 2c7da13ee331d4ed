#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "regard/compare/decoding.h"
#include "regard/config/check.h"

namespace regard::compare {

/// A system of which only its translations are known.
struct TranslationFile {
  std::string name = {};
  std::string file = {};  ///< a line for each of the source
};

struct CompareOptions {
  std::vector<std::string> runs = {};              ///< run directories
  std::vector<TranslationFile> translations = {};  ///< these systems stand behind the runs
  std::string source = {};
  std::string reference = {};
  bool seeds = false;
  int64_t resamples = 1000;
  int64_t details = 1000;
  int64_t n_best = 5;
  int64_t beam_curve = 200;
  int64_t rounds = 3;
  std::string cache = "auto";
  std::string device = "auto";
  /// What measures decoding; empty: it is not measured.
  DecodingProbe probe = {};

  template <class Visitor>
  static void describe(Visitor& v) {
    using config::at_least;
    using O = CompareOptions;
    v.field("source", &O::source,
            "Sentences to translate, a line each, plain or .gz. Without it, and --reference, the "
            "test text of the first run's config.");
    v.field("reference", &O::reference, "Their translations, line by line.");
    v.field("seeds", &O::seeds,
            "Group runs whose configs differ in the seed alone, and say whether the difference "
            "between configs survives it.");
    v.field("resamples", &O::resamples, at_least<int64_t>(40),
            "Of the paired bootstrap, by which intervals and p-values are found.");
    v.field("details", &O::details, at_least<int64_t>(0),
            "Of so many sentences, at most, models show n best, attention, calibration and errors "
            "of search.");
    v.field("n_best", &O::n_best, at_least<int64_t>(1),
            "Candidates of a sentence that are shown, as many as the beam holds at most.");
    v.field("beam_curve", &O::beam_curve, at_least<int64_t>(0),
            "Of so many sentences, at most, quality and speed are measured for beams of 1 to 10. "
            "0: not at all.");
    v.field("rounds", &O::rounds, at_least<int64_t>(0),
            "How often each run's speed and memory are measured, in turns. 0: not at all.");
    v.field("cache", &O::cache, config::anything<std::string>(),
            "Folder that keeps what the models wrote, by content; it may be deleted at any time. "
            "auto: `.regard-cache` beside each run directory; none: nothing is kept.");
    v.field("device", &O::device, config::device_name(), "auto, cpu, cuda or cuda:N.");
  }
};

}  // namespace regard::compare
