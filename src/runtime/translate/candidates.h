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

/// The required beginning of a source's translation. The model reads `tokens`, which omit words
/// with characters outside its vocabulary.
struct Prefix {
  Tokens tokens;                        ///< end in eos if the prefix is the whole translation
  std::optional<Literal> literal = {};  ///< set if the decoded tokens differ from the user's text
};

/// The parts of a line that are translated separately.
struct LineParts {
  std::span<const size_t> sentences;    ///< the sentence of each part
  std::span<const std::string> before;  ///< the line's text before each part
};

/// Splits the prefix of a line's translation by sentence; returns pairs of a part of the line and
/// its prefix. Each sentence of the prefix except the last is the complete translation of one
/// sentence. The line's last sentence gets the rest of the prefix, of which the model reads only
/// the last sentence. Marks that also precede a part in the line are not repeated.
std::vector<std::pair<size_t, Prefix>> prefixes_of(const std::string& of_line,
                                                   const LineParts& parts,
                                                   const text::TokenizerPair& tokenizers);

/// Whether a translation is caught in a loop: up to eight tokens repeated at least four times in a
/// row, at least eight tokens in total, unless the source does the same.
bool repeats_itself(std::span<const int64_t> tokens, std::span<const int64_t> source);

/// Whether a translation of `tokens` tokens probably omits part of its source: it has less than a
/// third as many tokens. Always false for short sources: "No way!" is "Non !".
constexpr bool is_suspiciously_short(size_t tokens, size_t source_tokens) {
  constexpr size_t kFewest = 12;
  return source_tokens >= kFewest && 3 * tokens < source_tokens;
}

/// The `n_best` translations of a line with the largest mean chrF against all other samples as
/// references (minimum Bayes risk: Eikema and Aziz, 2022, arXiv:2108.04718). Each text appears
/// once. A candidate's score is that mean, from 0 to 100.
Translation least_risk(const std::vector<Candidate>& samples, int64_t n_best = 1);

/// Builds the translation of source number `source` from its hypotheses. Its texts have source
/// pieces for unknown tokens and include the left-out items. It has pieces and word attention if
/// the plan asks for them. Removes duplicate texts among alternatives.
Translation translation_of(std::vector<search::Hypothesis> hypotheses,
                           const text::TokenizerPair& tokenizers, const Sources& sources,
                           size_t source, const Plan& plan);

/// Rewrites numbers that the candidate spells out ("deux") in digits if the sentence has digits.
void write_in_digits(Candidate& candidate, const Reading& reading);

/// Whether each copied item that the model read is in the candidate as often as in the sentence.
bool keeps_items(const Candidate& candidate, const Reading& reading);

/// The translation of a line without words, which is copied: one candidate whose only token is eos.
Translation copied_line(const std::string& line, const text::TokenizerPair& tokenizers,
                        const Plan& plan);

/// Keeps the first candidate of each text, since different token sequences may give the same text,
/// and at most `most` in total.
void keep_different_texts(std::vector<Candidate>& candidates, size_t most);

}  // namespace regard::translate
