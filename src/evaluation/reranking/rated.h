#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "regard/translate/translation.h"

namespace regard::translate {

/// The features of a candidate, in the order of the weights (reranking_weights.h).
using Features = std::vector<double>;

/// A candidate of a line that several models have scored. Its score is the weighted sum of its
/// features, a log-linear model (Och and Ney, 2002, aclanthology.org/P02-1038).
struct Rated {
  std::string text;
  Features features;
};

double weighted_sum(std::span<const double> features, std::span<const double> weights);

/// The texts of several n-best lists of a line, each once, in the order of their appearance.
std::vector<std::string> merged_texts(std::span<const Translation> lists);

/// The candidate with the largest score, the first of equals. `features` has at least one.
size_t best_of(std::span<const Features> features, std::span<const double> weights);

/// Best first; equals keep their order.
std::vector<Rated> ranked(std::vector<Rated> candidates, std::span<const double> weights);

/// The candidates of a line from those of its parts, the sentences: the `most` best combinations of
/// one candidate per part, best first. Texts are joined by spaces; features are the means of those
/// of the parts, so a score is the mean, too. None without parts.
std::vector<Rated> joined_candidates(std::span<const std::vector<Rated>> parts,
                                     std::span<const double> weights, size_t most);

}  // namespace regard::translate
