#pragma once
#include <functional>
#include <string>
#include <vector>

#include "text/tokenizer_pair.h"
#include "translate/plan.h"
#include "translate/searcher.h"
#include "translate/sources.h"

namespace regard::translate {

/// The terms of a glossary get into translations in two ways. Constrained search chooses the words
/// around a term, but leaves the sentence where the model does not know the term. In the other,
/// a term replaces the words of the free translation that attend to it, and the rest stays. Of the
/// translations that are whole, the likeliest is taken.

using Search = std::function<std::vector<Hypotheses>(const Sources&, const Plan&)>;

/// Gives the hypotheses of each source that lack its terms others that have them, if there are any.
/// The plan gets the texts of terms that the vocabulary cannot write.
void place_terms(const Search& search, const text::TokenizerPair& tokenizers,
                 const Sources& sources, Plan& plan, std::vector<Hypotheses>& found);

}  // namespace regard::translate
