#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "config/data_options.h"
#include "text/tokenizer_pair.h"

namespace regard::corpus {

/// A text as a language model reads it: the tokens of all lines in sequence, each line with EOS.
class TokenStream {
 public:
  std::span<const int32_t> tokens() const { return tokens_; }
  int64_t size() const { return static_cast<int64_t>(tokens_.size()); }
  int64_t lines() const { return static_cast<int64_t>(lines_.size()); }
  /// The "file:line" of a token, for messages.
  std::string where(int64_t token) const;

  void begin_text(std::string name);
  /// Adds a line, whose last token is EOS.
  void add(std::span<const int64_t> line, int64_t number);

 private:
  struct Line {
    int64_t first_token;
    size_t text;
    int64_t number;
  };

  std::vector<int32_t> tokens_;
  std::vector<std::string> texts_;
  std::vector<Line> lines_;
};

/// Reads plain texts. Lines without tokens are skipped. Throws Error if no line remains.
TokenStream read_token_stream(std::span<const config::ParallelText> texts,
                              const text::TokenizerPair& tokenizers);

/// The preprocessed lines of the training corpora for training a tokenizer.
std::vector<std::string> plain_training_lines(const config::DataOptions& options);

}  // namespace regard::corpus
