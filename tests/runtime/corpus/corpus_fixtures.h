#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "config/data_options.h"
#include "corpus/examples.h"
#include "text/tokenizer.h"
#include "text/tokenizer_pair.h"

namespace regard::corpus {

inline config::ParallelText two_files(const std::string& source, const std::string& target) {
  return {.source = source, .target = target};
}

inline config::ParallelText tsv_file(const std::string& path) { return {.tsv = path}; }

/// A joint tokenizer with the words of `line` as its vocabulary.
inline text::TokenizerPair words_of(const std::string& line,
                                    text::Preprocess how = text::Preprocess::none) {
  const auto tokenizer = text::train_tokenizer({line}, {.type = config::TokenizerType::word});
  return {tokenizer, tokenizer, how};
}

/// Adds an example with these lengths; each token is the example's number plus 10, the last is EOS.
inline void add_example(Examples& examples, size_t source, size_t target, double weight = 1.0) {
  const auto number = static_cast<int64_t>(examples.size());
  const auto side = [&](size_t length) {
    std::vector<int64_t> ids(length, 10 + number);
    ids.back() = text::kEos;
    return ids;
  };
  examples.add(side(source), side(target), weight, number + 1);
}

/// Examples of 1 to 30 tokens, the same in each call, with weights that repeat.
inline Examples many_examples(size_t count, const std::vector<double>& weights = {1.0}) {
  Examples examples;
  examples.begin_text("many");
  uint32_t state = 7;
  const auto length = [&] { return (state = state * 1664525U + 1013904223U) % 30U + 1U; };
  for (size_t i = 0; i < count; ++i) {
    const size_t source = length();
    add_example(examples, source, length(), weights[i % weights.size()]);
  }
  return examples;
}

}  // namespace regard::corpus
