#pragma once
#include <span>
#include <string>
#include <vector>

#include "explain/walk.h"
#include "explain/whole_line.h"
#include "words/language.h"

namespace regard::explain {

/// A model's walk through a sentence and its log-probabilities of the translations of all compared
/// models, its own included.
struct ComparedWalk {
  Walk walk;
  std::vector<double> log_probs;        ///< by model; ends of sentence included
  std::vector<std::string> hypotheses;  ///< texts of walk.beam.n_best
};

/// Translates a whole line with each model, and scores each translation with each model.
/// Throws the errors of walk().
std::vector<ComparedWalk> compared_walks(std::span<const NamedModel> models,
                                         const std::string& line);

/// One HTML file that needs no network: the translations side by side, the log-probability that
/// each model gives each translation, and each model's source attention, tokens and hypotheses.
std::string comparison_page(const std::vector<ComparedWalk>& compared,
                            words::Language language = words::Language::en);

}  // namespace regard::explain
