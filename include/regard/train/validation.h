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

struct ValidationOptions {
  std::optional<config::SearchOptions> search;  ///< nothing: loss only
  std::string translations;                     ///< file for what the search finds
  int64_t batch_tokens;  ///< batches fit in memory wherever training with this budget does
};

/// Loss and, with a search, the scores of its translations. Calls `before_batch` before each batch;
/// it may throw to end the validation.
Validation validate_model(model::Seq2SeqModel& model, const text::TokenizerPair& tokenizers,
                          const ValidationText& text, const ValidationOptions& options,
                          const std::function<void()>& before_batch);

}  // namespace regard::train
