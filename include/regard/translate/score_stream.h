#pragma once
#include <cstdint>
#include <functional>
#include <span>

#include "regard/model/language_model.h"
#include "regard/translate/score_text.h"

namespace regard::translate {

/// How likely a language model finds a text, each token given those before it; the first one
/// follows an end of sentence. A recurrent model carries its state through the text; a Transformer
/// reads `steps` tokens at a time, each segment by itself. A text of more than some thousand tokens
/// is cut into up to 16 rows that are read side by side, each from a state that has read nothing. A
/// model in training is put back into it. `before_batch` is called before each segment and may
/// throw to end the work.
TextScore score_stream(
    model::LanguageModel& model, std::span<const int32_t> tokens, int64_t steps,
    const std::function<void()>& before_batch = [] {});

}  // namespace regard::translate
