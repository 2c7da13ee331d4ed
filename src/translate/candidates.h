#pragma once
#include <cstddef>
#include <vector>

#include "regard/search/hypothesis.h"
#include "regard/text/tokenizer_pair.h"
#include "regard/translate/plan.h"
#include "regard/translate/sources.h"
#include "regard/translate/translation.h"

namespace regard::translate {

/// What the hypotheses of the source of this number become: text, unknown tokens replaced by the
/// source's pieces where the plan wants that, pieces and attention of words. Of alternatives each
/// text stays once.
Translation translation_of(std::vector<search::Hypothesis> hypotheses,
                           const text::TokenizerPair& tokenizers, const Sources& sources,
                           size_t source, const Plan& plan);

/// Leaves the first candidate of each text, for one text can be made of pieces in several ways; and
/// of these the first `most`.
void keep_different_texts(std::vector<Candidate>& candidates, size_t most);

}  // namespace regard::translate
