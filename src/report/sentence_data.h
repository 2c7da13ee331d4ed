#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "regard/compare/comparison.h"

namespace regard::report {

/// The kinds that sentences have, in the order in which they come first.
std::vector<std::string> sentence_kinds(const compare::Comparison& comparison);

/// Sentences for comparison_script.h, with short names, since there are thousands of each:
///   s, r, w   source, reference, words of the source
///   k         indices of its kinds
///   t         by system:
///     p, q    the way from the reference, and from the first system's, to the hypothesis: parts,
///             each begins with = (the same), - (removed) or + (added)
///     m       scores: chrF, BLEU, TER
///     l       log-probability
///     n       n-best: [text, score], best first
///     a       attention: w has a letter for each weight, row by row, a digit of base 64 that
///             stands for 0 to 1; s and t are the words of source and target, where they are not
///             what stands between white space in the two texts
nlohmann::json sentence_data(const compare::Comparison& comparison);

}  // namespace regard::report
