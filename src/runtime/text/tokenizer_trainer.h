#pragma once
#include <string>
#include <vector>

#include "config/tokenizer_options.h"
#include "text/tokenizer.h"

namespace regard::text {

/// Trains a tokenizer on `lines`. The same lines and options give the same model on any number of
/// cores. Throws Error if the vocabulary is too large or too small for the text, with the largest
/// or smallest possible size. `options.symbols` become pieces that are never split.
Tokenizer train_tokenizer(const std::vector<std::string>& lines,
                          const config::TokenizerOptions& options);

}  // namespace regard::text
