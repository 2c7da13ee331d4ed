#pragma once
#include <cstddef>
#include <string>

#include "regard/config/search_options.h"
#include "regard/model/seq2seq_model.h"
#include "regard/text/tokenizer_pair.h"
#include "regard/translate/attended_translation.h"

namespace regard::translate {

/// Tokens, end of sentence included: nobody looks at larger maps.
inline constexpr size_t kLongestAttended = 128;

/// Translates `line`, then reads source and translation once more for every attention weight.
/// Throws Error if the line is blank or has more than kLongestAttended tokens.
AttendedTranslation translate_with_attention(model::Seq2SeqModel& model,
                                             const text::TokenizerPair& tokenizers,
                                             const std::string& line,
                                             const config::SearchOptions& options);

}  // namespace regard::translate
