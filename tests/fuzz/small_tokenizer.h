#pragma once
#include <string>
#include <vector>

#include "regard/base/error.h"
#include "text/tokenizer.h"

namespace regard::fuzz {

/// A tokenizer trained on a few lines, with as many pieces as they allow.
inline text::Tokenizer small_tokenizer(config::TokenizerOptions options = {}) {
  options.normalization = config::Normalization::identity;
  const std::vector<std::string> lines = {"the cat sees a dog", "a dog eats in my old house",
                                          "the house"};
  for (int64_t size = 24;; --size) {
    options.vocab_size = size;
    try {
      return text::train_tokenizer(lines, options);
    } catch (const Error&) {
      if (size == 5) throw;
    }
  }
}

}  // namespace regard::fuzz
