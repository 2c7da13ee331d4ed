#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "regard/config/search_options.h"
#include "regard/model/seq2seq_model.h"
#include "regard/text/tokenizer_pair.h"
#include "regard/translate/attended_translation.h"

namespace regard::translate {

/// Tokens, end of sentence included: nobody looks at larger maps.
inline constexpr size_t kLongestAttended = 128;

/// What the model attends to as it writes the best candidate of `translation`, which is one of
/// `line`: it reads both once more for every attention weight. None for a blank line, and for one
/// that has more than kLongestAttended tokens or was translated in parts.
std::optional<AttendedTranslation> attention_of(model::Seq2SeqModel& model,
                                                const text::TokenizerPair& tokenizers,
                                                const std::string& line, Translation translation);

/// Translates `line`, for attention_of. Throws Error if it is blank or has more than
/// kLongestAttended tokens.
AttendedTranslation translate_with_attention(model::Seq2SeqModel& model,
                                             const text::TokenizerPair& tokenizers,
                                             const std::string& line,
                                             const config::SearchOptions& options);

}  // namespace regard::translate
