#include "text/word_encoder.h"

#include <algorithm>
#include <utility>

#include "regard/base/str.h"
#include "text/tokenizer_pair.h"

namespace regard::text {
namespace {

/// Whether a line has the same ids as its words one after the other. False for a unigram model,
/// whose score sums could round differently. An unknown character merges with one before it, but
/// not with a known word mark.
bool encodes_words(const Tokenizer& tokenizer) {
  if (tokenizer.type() != config::TokenizerType::bpe || tokenizer.list()) return false;
  if (tokenizer.id(kWordMark) == kUnk) return false;
  if (tokenizer.normalize(" a  a ") != str(kWordMark, 'a', kWordMark, 'a')) return false;
  for (int64_t id = 0; id < tokenizer.size(); ++id) {
    const auto last = tokenizer.piece(id).rfind(kWordMark);
    if (last != std::string::npos && last > 0) return false;
  }
  return true;
}

}  // namespace

WordEncoder::WordEncoder(Tokenizer tokenizer, size_t most)
    : tokenizer_(std::move(tokenizer)), most_(most), by_words_(encodes_words(tokenizer_)) {}

const std::vector<int64_t>& WordEncoder::ids_of(std::string_view word) {
  if (const auto found = known_.find(word); found != known_.end()) return found->second;
  auto ids = tokenizer_.encode(word);
  if (known_.size() < most_) return known_.emplace(word, std::move(ids)).first->second;
  return unknown_ = std::move(ids);
}

std::vector<int64_t> WordEncoder::encode(std::string_view line) {
  if (!by_words_) return tokenizer_.encode(line);
  std::vector<int64_t> all;
  for (size_t begin = 0; begin < line.size();) {
    const size_t end = std::min(line.find(' ', begin), line.size());
    if (end > begin) {
      const auto& ids = ids_of(line.substr(begin, end - begin));
      all.insert(all.end(), ids.begin(), ids.end());
    }
    begin = end + 1;
  }
  return all;
}

}  // namespace regard::text
