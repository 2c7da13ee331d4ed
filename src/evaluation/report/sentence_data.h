#pragma once
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "compare/comparison.h"

namespace regard::report {

/// The kinds of sentences, in order of appearance.
std::vector<std::string> sentence_kinds(const compare::Comparison& comparison);

/// The metrics that score single sentences; the first is the page's default.
std::vector<const compare::MetricScores*> sentence_metrics(const compare::Comparison& comparison);

/// Sentences for comparison_script.h, with short names because there are thousands of each:
///   s, r, w   source, reference, words of the source
///   k         indices of its kinds
///   t         by system:
///     p       the difference from the reference to the hypothesis: parts that begin with = (the
///             same), - (removed) or + (added)
///     q       runs of letters of the hypothesis: the number that the first system's also has, then
///             the number that it lacks, and so on
///     m       scores by sentence_metrics()
///     l       log-probability
///     n       n-best, best first: [text, score, before, after]; the text is preceded by the first
///             `before` letters of the hypothesis and followed by its last `after`
///     a       attention: w has a letter for each weight, row by row, a digit of base 64 for 0 to
///     1;
///             s and t are the words of source and target, unless white space separates them
/// If a page would be too large, n and a are left out of some sentences, evenly spread.
struct SentenceData {
  nlohmann::json data;
  std::size_t left_out;  ///< sentences whose n and a are known but omitted
};
SentenceData sentence_data(const compare::Comparison& comparison);

}  // namespace regard::report
