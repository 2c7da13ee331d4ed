#pragma once
#include <cstddef>
#include <vector>

#include "regard/search/hypothesis.h"
#include "regard/text/tokenizer_pair.h"
#include "regard/translate/plan.h"
#include "regard/translate/sources.h"
#include "regard/translate/translation.h"

namespace regard::translate {

/// The translation that the hypotheses of source number `source` give: texts, with unknown tokens
/// replaced by source pieces, pieces and attention of words as the plan says. Duplicate texts of
/// alternatives are removed.
Translation translation_of(std::vector<search::Hypothesis> hypotheses,
                           const text::TokenizerPair& tokenizers, const Sources& sources,
                           size_t source, const Plan& plan);

/// Keeps the first candidate of each text, which several sequences of pieces may give, and at most
/// `most` of them.
void keep_different_texts(std::vector<Candidate>& candidates, size_t most);

}  // namespace regard::translate
