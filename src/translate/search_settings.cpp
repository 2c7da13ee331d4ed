#include "translate/search_settings.h"

#include <cmath>
#include <sstream>

#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/text/special_tokens.h"

namespace regard::translate {
namespace {

/// The ids of pieces between spaces.
std::vector<int64_t> ids_of(const std::string& pieces, const text::Tokenizer& tokenizer) {
  std::vector<int64_t> ids;
  std::istringstream in(pieces);
  for (std::string piece; in >> piece;) {
    const auto id = tokenizer.id(piece);
    if (id == text::kUnk && piece != tokenizer.piece(text::kUnk)) {
      throw Error(str("names ", piece, ", which is no piece of the target's vocabulary"),
                  "search.suppress", "`regard tokenizer info` lists the pieces");
    }
    ids.push_back(id);
  }
  return ids;
}

}  // namespace

search::BeamSearchOptions beam_search_options(const config::SearchOptions& options,
                                              const text::TokenizerPair& tokenizers,
                                              int64_t n_best) {
  if (options.beam_size % options.groups != 0) {
    throw Error(str("is ", options.groups, ", which does not divide search.beam_size (",
                    options.beam_size, ")"),
                "search.groups", "each group has beam_size / groups hypotheses");
  }
  return {.beam_size = options.beam_size,
          .n_best = n_best,
          .penalty = {.alpha = options.length_penalty,
                      .form = options.length_penalty_form == "gnmt"
                                  ? search::LengthPenalty::Form::gnmt
                                  : search::LengthPenalty::Form::power},
          .coverage_penalty = options.coverage_penalty,
          .min_length = options.min_length,
          .max_length_ratio = options.max_length_ratio,
          .max_length_extra = options.max_length_extra,
          .most_tokens = options.max_length,
          .rules = {.suppressed = ids_of(options.suppress, tokenizers.target()),
                    .repetition_penalty = options.repetition_penalty,
                    .no_repeat_ngram = options.no_repeat_ngram},
          .groups = options.groups,
          .diversity = options.diversity,
          .keep_attention = options.replace_unknown,
          .pad = text::kPad,
          .bos = text::kBos,
          .eos = text::kEos};
}

int64_t least_length(const config::SearchOptions& options, size_t source_tokens) {
  return static_cast<int64_t>(
      std::ceil(options.min_length_ratio * static_cast<double>(source_tokens)));
}

}  // namespace regard::translate
