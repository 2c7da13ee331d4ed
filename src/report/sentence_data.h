#pragma once
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "regard/compare/comparison.h"

namespace regard::report {

/// The kinds of sentences, in order of appearance.
std::vector<std::string> sentence_kinds(const compare::Comparison& comparison);

/// The metrics that score single sentences, the one that comes first on the page first.
std::vector<const compare::MetricScores*> sentence_metrics(const compare::Comparison& comparison);

/// Sentences for comparison_script.h, with short names, since there are thousands of each:
///   s, r, w   source, reference, words of the source
///   k         indices of its kinds
///   t         by system:
///     p       the way from the reference to the hypothesis: parts, each begins with = (the same),
///             - (removed) or + (added)
///     q       how many letters of the hypothesis the first system's has, how many then not, how
///             many then again, ...
///     m       scores by sentence_metrics()
///     l       log-probability
///     n       n-best, best first: [text, score, before, after]; so many letters of the hypothesis
///             stand before and after the text, none where they are left out
///     a       attention: w has a letter for each weight, row by row, a digit of base 64 that
///             stands for 0 to 1; s and t are the words of source and target, where they are not
///             what stands between white space in the two texts
/// Where all that would be more than a page should hold, n and a are left out of as many sentences
/// as it takes, evenly spread.
struct SentenceData {
  nlohmann::json data;
  std::size_t left_out;  ///< sentences whose n and a are known but omitted
};
SentenceData sentence_data(const compare::Comparison& comparison);

}  // namespace regard::report
