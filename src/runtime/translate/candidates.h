#pragma once
#include <cstddef>
#include <vector>

#include "regard/translate/translation.h"
#include "search/hypothesis.h"
#include "text/tokenizer_pair.h"
#include "translate/plan.h"
#include "translate/sources.h"

namespace regard::translate {

/// The translation that the hypotheses of source number `source` give: texts, with unknown tokens
/// replaced by source pieces and with the items that the model did not read, pieces and attention
/// of words as the plan says. Duplicate texts of alternatives are removed.
Translation translation_of(std::vector<search::Hypothesis> hypotheses,
                           const text::TokenizerPair& tokenizers, const Sources& sources,
                           size_t source, const Plan& plan);

/// Writes the numbers of the sentence that a candidate spells ("deux") in digits.
void write_in_digits(Candidate& candidate, const Reading& reading);

/// Whether a candidate has each copied item that the model read, as often as the sentence has it.
bool keeps_items(const Candidate& candidate, const Reading& reading);

/// A line without words, which is its own translation: one candidate of no tokens but eos.
Translation copied_line(const std::string& line, const text::TokenizerPair& tokenizers,
                        const Plan& plan);

/// Keeps the first candidate of each text, which several sequences of pieces may give, and at most
/// `most` of them.
void keep_different_texts(std::vector<Candidate>& candidates, size_t most);

}  // namespace regard::translate
