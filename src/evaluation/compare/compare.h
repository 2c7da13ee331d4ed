#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "compare/comparison.h"
#include "compare/decoding.h"
#include "regard/config/check.h"

namespace regard::compare {

/// A system known only by its translations.
struct TranslationFile {
  std::string name = {};
  std::string file = {};  ///< one line per source line
};

struct CompareOptions {
  std::vector<std::string> runs = {};              ///< run directories
  std::vector<TranslationFile> translations = {};  ///< listed after the runs
  /// Each is a list of models that translate together. Of an ensemble, only the translations are
  /// evaluated.
  std::vector<std::vector<std::string>> ensembles = {};
  std::string source = {};
  std::string reference = {};
  bool seeds = false;
  bool trust = false;
  int64_t resamples = 1000;
  int64_t details = 1000;
  int64_t n_best = 5;
  int64_t beam_curve = 200;
  int64_t repeats = 3;
  std::string cache = "auto";
  std::string device = "auto";
  /// Measures decoding speed; empty if not wanted.
  DecodingProbe probe = {};

  template <class Visitor>
  static void describe(Visitor& v) {
    using config::count_of;
    using O = CompareOptions;
    v.field("source", &O::source, config::file(),
            "Sentences to translate, one per line, plain or .gz, with --reference. Default: the "
            "test set in the first run's config.");
    v.field("reference", &O::reference, config::file(),
            "The translations of --source, line by line.");
    v.field("seeds", &O::seeds,
            "Group runs whose configs differ only in the seed, and test whether the difference "
            "between configs persists across seeds.");
    v.field("trust", &O::trust,
            "Read the text files named in the runs' configs even if you did not train the runs.");
    v.field("resamples", &O::resamples, count_of(40, limits::kResamples),
            "Resamples of the paired bootstrap, for intervals and p-values.");
    v.field("details", &O::details, count_of(0),
            "Maximum number of sentences for which to show n-best lists, attention, calibration "
            "and search errors of the models.");
    v.field("n_best", &O::n_best, count_of(1, limits::kBeam),
            "Candidates to show per sentence, at most the beam size.");
    v.field("beam_curve", &O::beam_curve, count_of(0),
            "Maximum number of sentences for which to measure quality and speed with beams of 1 to "
            "10. 0: do not measure.");
    v.field("repeats", &O::repeats, count_of(0),
            "Rounds of measuring each run's speed and memory, alternating between runs. 0: do not "
            "measure.");
    v.field("cache", &O::cache, {"", {}, "auto|none|DIR"},
            "Cache directory for the models' translations, which may be deleted at any time. auto: "
            "`.regard-cache` next to each run directory; none: no cache.");
    v.field("device", &O::device, config::device_name(), "Where to compute.");
  }
};

/// With each run, translates the sentences that the cache lacks; reads the other systems'
/// translations, and compares all of them. Logs slow work to standard error. Throws Error for fewer
/// than two systems, for missing or mismatched files, and for runs of different language pairs.
/// Without runs, no model is loaded.
Comparison compare(const CompareOptions& options);

}  // namespace regard::compare
