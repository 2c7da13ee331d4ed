#pragma once
#include <string>
#include <vector>

#include "compare/test_lines.h"
#include "compare/training_words.h"
#include "regard/compare/comparison.h"

namespace regard::compare {

/// Adds to a comparison, whose systems are there already, all that follows from what they wrote:
/// text, metrics, breakdowns, n-grams, traits and sentences; with `training` also what depends on
/// the frequency of words, else a note that it is left out.
void add_quality(Comparison& comparison, const TestLines& test,
                 const std::vector<std::vector<std::string>>& hypotheses,
                 const TrainingWords* training, std::size_t resamples);

}  // namespace regard::compare
