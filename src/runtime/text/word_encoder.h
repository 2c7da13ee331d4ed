#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "text/tokenizer.h"

namespace regard::text {

/// Encodes many lines with a byte-pair tokenizer, computing each word only once: no piece spans two
/// words, so the ids of a line are those of its words. With any other tokenizer, encodes whole
/// lines. Not thread-safe.
class WordEncoder {
 public:
  /// Caches the first `most` distinct words; in a long text, these include the frequent ones.
  explicit WordEncoder(Tokenizer tokenizer, size_t most = size_t{1} << 16U);

  /// The tokenizer's ids for the line.
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
  std::vector<int64_t> unknown_;  // ids of the last uncached word
};

}  // namespace regard::text
