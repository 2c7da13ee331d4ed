#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "model/seq2seq_model.h"
#include "text/tokenizer_pair.h"
#include "translate/word_alignment.h"

namespace regard::translate {

/// The words of a line and of its translation, and the attention of the latter.
struct AttendedWords {
  std::vector<std::string> source = {};
  std::vector<std::string> target = {};
  Weights weights = {};  ///< rows: target, columns: source; empty if the model has no attention
};

/// For existing translations: `written` are their tokens, which the model reads again by teacher
/// forcing. The attention is the last layer's cross-attention, averaged over heads. Calls
/// `before_batch` before each batch; it may throw to end the work.
std::vector<AttendedWords> attended_words(
    model::Seq2SeqModel& model, const text::TokenizerPair& tokenizers,
    std::span<const std::string> lines, std::span<const std::vector<int64_t>> written,
    const std::function<void()>& before_batch = [] {});

}  // namespace regard::translate
