#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "regard/translate/translation.h"
#include "translate/sources.h"

namespace regard::translate {

/// A translation for each line, from one for each source. The candidates of a line with several
/// sources are the `n_best` best combinations of one candidate per part: texts with what stands
/// between them in the line, tokens without the inner ends of sentences, the sum of
/// log-probabilities, the mean of scores, and attention within each part. Takes time in proportion
/// to what it returns. Calls `before_part` before each part; it may throw to end the work.
std::vector<Translation> join_parts(
    const Sources& sources, std::vector<Translation> translations, int64_t n_best,
    const std::function<void()>& before_part = [] {});

}  // namespace regard::translate
