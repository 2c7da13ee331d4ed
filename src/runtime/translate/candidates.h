#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "regard/translate/translation.h"
#include "search/request.h"
#include "text/tokenizer.h"
#include "text/tokenizer_pair.h"
#include "translate/literal.h"
#include "translate/plan.h"
#include "translate/sources.h"

namespace regard::translate {

search::TokenEdges token_edges_of(const text::Tokenizer& tokenizer);

/// The required beginning of a source's translation. The model reads `tokens`, which leave out the
/// words with characters that its vocabulary lacks.
struct Prefix {
  Tokens tokens;                        ///< with eos if they are all of it
  std::optional<Literal> literal = {};  ///< set if their text differs from the user's
};

/// The parts of a line that are translated one by one.
struct LineParts {
  std::span<const size_t> sentences;    ///< the sentence of each
  std::span<const std::string> before;  ///< what the line has before each
};

/// The prefix of a line's translation, sentence by sentence: the part of the line, then its prefix.
/// Each sentence of the prefix but its last is the whole translation of a sentence. The last
/// sentence of the line gets the rest; the model reads only the last sentence of it. Marks that the
/// line has before a part, too, are not repeated.
std::vector<std::pair<size_t, Prefix>> prefixes_of(const std::string& of_line,
                                                   const LineParts& parts,
                                                   const text::TokenizerPair& tokenizers);

/// Whether a translation is caught in a loop: up to eight tokens repeated at least four times in a
/// row, at least eight tokens in all, unless the source does the same.
bool repeats_itself(std::span<const int64_t> tokens, std::span<const int64_t> source);

/// Whether a translation of that many tokens has probably left out a part of its source: it has
/// less than a third of its tokens. Of a source of few tokens nothing is said: "No way!" is "Non
/// !".
constexpr bool is_suspiciously_short(size_t tokens, size_t source_tokens) {
  constexpr size_t kFewest = 12;
  return source_tokens >= kFewest && 3 * tokens < source_tokens;
}

/// The `n_best` translations of a line that are most similar to its others: those with the
/// largest mean chrF, taking each other translation as the reference in turn (minimum Bayes risk:
/// Eikema and Aziz, 2022, arXiv:2108.04718). Each text appears once; a candidate's score is that
/// mean, from 0 to 100.
Translation least_risk(const std::vector<Candidate>& samples, int64_t n_best = 1);

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
