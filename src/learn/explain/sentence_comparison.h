#pragma once
#include <span>
#include <string>
#include <vector>

#include "explain/live.h"
#include "explain/walk.h"
#include "words/language.h"

namespace regard::explain {

/// A model's walk through a sentence and its log-probabilities of the translations of all compared
/// models, its own included.
struct ComparedWalk {
  Walk walk;
  std::vector<double> log_probs;        ///< by model; ends of sentence included
  std::vector<std::string> hypotheses;  ///< texts of walk.beam.n_best
};

/// Scores each model's translation of a sentence with each model. Each of `walks` is by the model
/// with the same index and has every hypothesis of the beam. Copied items are in no score.
std::vector<ComparedWalk> compared_walks(std::span<const NamedModel> models,
                                         std::vector<Walk> walks);

/// One HTML file that needs no network: the translations side by side, the log-probability that
/// each model gives each translation, and each model's source attention, tokens and hypotheses.
std::string comparison_page(const std::vector<ComparedWalk>& compared,
                            words::Language language = words::Language::en);

}  // namespace regard::explain
