#pragma once
#include <cstdint>
#include <vector>

#include "regard/text/tokenizer_pair.h"
#include "regard/translate/sources.h"
#include "regard/translate/translation.h"

namespace regard::translate {

/// One translation for each line, from one for each source. Where a line has several
/// sources its candidates are the `n_best` best of all ways to take one candidate of each part:
/// their texts with spaces between, their tokens without the ends of sentences inside, the sum of
/// their log-probabilities, the mean of their scores; and of attention each has its own words.
std::vector<Translation> join_parts(const Sources& sources, const text::TokenizerPair& tokenizers,
                                    std::vector<Translation> translations, int64_t n_best);

}  // namespace regard::translate
