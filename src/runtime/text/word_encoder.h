#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "text/tokenizer.h"

namespace regard::text {

/// Encodes many lines with a tokenizer of byte pairs, each word but once: no piece has parts of two
/// words, so the ids of a line are those of its words. Any other tokenizer encodes whole lines. For
/// one thread.
class WordEncoder {
 public:
  /// Remembers the first `most` words, which in a long text are the frequent ones.
  explicit WordEncoder(Tokenizer tokenizer, size_t most = size_t{1} << 16U);

  /// The ids that the tokenizer gives the line.
  std::vector<int64_t> encode(std::string_view line);

 private:
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view word) const { return std::hash<std::string_view>()(word); }
  };

  const std::vector<int64_t>& ids_of(std::string_view word);

  Tokenizer tokenizer_;
  size_t most_;
  bool by_words_;
  std::unordered_map<std::string, std::vector<int64_t>, Hash, std::equal_to<>> known_;
  std::vector<int64_t> unknown_;  // ids of the last word that is not remembered
};

}  // namespace regard::text
