#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "regard/model/seq2seq_model.h"
#include "regard/text/tokenizer_pair.h"
#include "regard/translate/word_alignment.h"

namespace regard::translate {

/// The words of a line and of its translation, and what each of the latter attended to.
struct AttendedWords {
  std::vector<std::string> source = {};
  std::vector<std::string> target = {};
  Weights weights = {};  ///< rows: target, columns: source; none if the model attends to nothing
};

/// Of translations that are there already: `written` are their tokens, which the model reads once
/// more by teacher forcing. The attention is that between the sides, of the last layer, the mean of
/// its heads. `before_batch` is called before each batch and may throw to end the work.
std::vector<AttendedWords> attended_words(
    model::Seq2SeqModel& model, const text::TokenizerPair& tokenizers,
    std::span<const std::string> lines, std::span<const std::vector<int64_t>> written,
    const std::function<void()>& before_batch = [] {});

}  // namespace regard::translate
