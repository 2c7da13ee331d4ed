#pragma once
#include <functional>
#include <optional>
#include <string>

#include "regard/config/search_options.h"
#include "regard/corpus/test_text.h"
#include "regard/model/seq2seq_model.h"
#include "regard/text/tokenizer_pair.h"
#include "regard/train/task.h"

namespace regard::train {

struct ValidationOptions {
  std::optional<config::SearchOptions> search;  ///< nothing: loss only
  std::string translations;                     ///< the file to write them to
  int64_t batch_tokens;                         ///< a budget with which training fits in memory
};

/// Loss and, with a search, the scores of its translations. Calls `before_batch` before each batch;
/// it may throw to end the validation.
Validation validate_model(model::Seq2SeqModel& model, const text::TokenizerPair& tokenizers,
                          const corpus::TestText& text, const ValidationOptions& options,
                          const std::function<void()>& before_batch);

}  // namespace regard::train
