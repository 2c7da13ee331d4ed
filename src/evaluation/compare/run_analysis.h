#pragma once
#include <cstddef>
#include <vector>

#include "compare/beam_curve.h"
#include "compare/calibration.h"
#include "compare/compare_options.h"
#include "compare/run.h"
#include "compare/search_errors.h"
#include "compare/sentence.h"
#include "compare/test_lines.h"
#include "regard/translate/translation.h"

namespace regard::compare {

/// One model's results on the test text.
struct RunAnalysis {
  ModelFacts facts = {};  ///< without the model's options and its decoding
  std::vector<translate::Translation> translations = {};  ///< for every line, n best
  /// For the lines that sample_of(lines, details) selects, by their index there.
  std::vector<WordAttention> attention = {};
  Calibration calibration = {};
  SearchErrors search_errors = {};
  BeamCurve beam_curve = {};
};

/// At most `most` of the numbers below `total`, evenly spread; all if there are no more.
std::vector<std::size_t> sample_of(std::size_t total, std::size_t most);

/// Loads the model and releases it again.
RunAnalysis analyse_run(const Run& run, const TestLines& test, const CompareOptions& options);

}  // namespace regard::compare
