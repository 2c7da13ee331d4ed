#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "regard/config/search_options.h"
#include "regard/model/seq2seq_model.h"
#include "regard/text/tokenizer_pair.h"
#include "regard/train/task.h"

namespace regard::train {

/// A text to validate on, line by line.
struct ValidationText {
  std::vector<std::string> sources;
  std::vector<std::string> references;  ///< after the tokenizer's preprocessing

  bool empty() const { return sources.empty(); }
};

/// Loss and, if `search` is given, BLEU and chrF, with the translations written to `translations`.
/// Calls `before_batch` before each batch; it may throw to end the validation. Batches fit in
/// memory wherever training with `batch_tokens` does.
Validation validate_model(model::Seq2SeqModel& model, const text::TokenizerPair& tokenizers,
                          const ValidationText& text,
                          const std::optional<config::SearchOptions>& search,
                          const std::string& translations, int64_t batch_tokens,
                          const std::function<void()>& before_batch);

}  // namespace regard::train
