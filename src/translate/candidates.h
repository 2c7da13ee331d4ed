#pragma once
#include <string>
#include <vector>

#include "regard/search/hypothesis.h"
#include "regard/text/tokenizer_pair.h"
#include "regard/translate/translation.h"
#include "translate/batches.h"

namespace regard::translate {

/// What is made of the hypotheses of a line.
struct CandidateOptions {
  bool replace_unknown = false;  ///< by the source's pieces; needs their attention
  bool attention = false;        ///< Candidate::pieces and attention; needs it too
};

/// `line` is the source, `source` its tokens.
Translation translation_of(std::vector<search::Hypothesis> hypotheses,
                           const text::TokenizerPair& tokenizers, const std::string& line,
                           const Tokens& source, const CandidateOptions& options = {});

/// Leaves the first candidate of each text, for one text can be made of pieces in several ways; and
/// of these the first `most`.
void keep_different_texts(std::vector<Candidate>& candidates, size_t most);

}  // namespace regard::translate
