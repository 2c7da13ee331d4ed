#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "model/seq2seq_model.h"
#include "regard/config/search_options.h"
#include "regard/translate/attended_translation.h"
#include "text/tokenizer_pair.h"

namespace regard::translate {

/// Tokens, end of sentence included: larger maps are unreadable.
inline constexpr size_t kLongestAttended = 128;

/// The attention of the model as it writes the best candidate of `translation`, a translation of
/// `line`, computed by teacher forcing. The model does not read copied items, so `source` and
/// `written` lack them; the translation has them. Nothing for a blank line, a line of more than
/// kLongestAttended tokens, or one translated in parts.
std::optional<AttendedTranslation> attention_of(model::Seq2SeqModel& model,
                                                const text::TokenizerPair& tokenizers,
                                                const std::string& line, Translation translation);

/// Translates `line` and computes attention_of. Throws Error if the line has no words or more than
/// kLongestAttended tokens.
AttendedTranslation translate_with_attention(model::Seq2SeqModel& model,
                                             const text::TokenizerPair& tokenizers,
                                             const std::string& line,
                                             const config::SearchOptions& options);

}  // namespace regard::translate
