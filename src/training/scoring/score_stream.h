#pragma once
#include <cstdint>
#include <functional>
#include <span>

#include "model/language_model.h"
#include "scoring/score_text.h"

namespace regard::translate {

/// The loss of a language model on a text, each token given those before it; the first one follows
/// an end of sentence. A recurrent model carries its state through the text; a Transformer reads
/// `steps` tokens at a time, each segment separately. A text of more than some thousand tokens is
/// split into up to 16 rows read side by side, each from the initial state. A model in training
/// returns to training mode. Calls `before_batch` before each segment; it may throw to end the
/// work.
TextScore score_stream(
    model::LanguageModel& model, std::span<const int32_t> tokens, int64_t steps,
    const std::function<void()>& before_batch = [] {});

}  // namespace regard::translate
