#pragma once
#include <functional>
#include <optional>
#include <string>

#include "corpus/test_text.h"
#include "model/seq2seq_model.h"
#include "regard/config/search_options.h"
#include "text/tokenizer_pair.h"
#include "trainer/task.h"

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
