#pragma once
#include <string>
#include <vector>

#include "compare/comparison.h"
#include "compare/test_lines.h"
#include "compare/training_words.h"

namespace regard::compare {

/// Adds to a comparison what follows from the translations: text, metrics, breakdowns, n-grams,
/// traits and sentences; with `training` also what depends on word frequencies, otherwise a note
/// that it is omitted.
void add_quality(Comparison& comparison, const TestLines& test,
                 const std::vector<std::vector<std::string>>& hypotheses,
                 const TrainingWords* training, std::size_t resamples);

}  // namespace regard::compare
