#pragma once
#include <cstdint>
#include <functional>
#include <span>

#include "model/seq2seq_model.h"
#include "translate/sources.h"

namespace regard::translate {

/// How likely a model finds given translations.
struct TextScore {
  /// Mean negative log-likelihood of a target token, ends of sentence included; no label smoothing.
  double loss = 0.0;
  double perplexity = 1.0;  ///< exp(loss)
  int64_t tokens = 0;       ///< target tokens, ends of sentence included
};

/// By teacher forcing; line n of `sources` and `targets` belong together, and each ends with eos. A
/// model in training returns to training mode. Calls `before_batch` before each batch; it may throw
/// to end the work. A batch has at most `most_tokens` per side, padding included, or is a single
/// line; fewer take less memory.
TextScore score_text(
    model::Seq2SeqModel& model, std::span<const Tokens> sources, std::span<const Tokens> targets,
    const std::function<void()>& before_batch = [] {}, int64_t most_tokens = 4096);

}  // namespace regard::translate
