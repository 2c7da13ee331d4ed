#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace regard::text {

/// A lexical shortlist: for each source token, the target tokens that may translate it. The search
/// only considers the lists of a sentence's tokens plus some tokens that are always included. The
/// output layer thus computes a few hundred rows instead of thousands.
class Shortlist {
 public:
  /// `always`: tokens included in every list, in addition to the special ones of tokenizer_pair.h.
  /// `of_source`: the list of each source token. Ids are below `target_vocab`. `tokenizer_hash`:
  /// TokenizerPair::hash() of the tokenizers that the ids belong to.
  Shortlist(std::string tokenizer_hash, int64_t target_vocab, std::vector<int32_t> always,
            std::vector<std::vector<int32_t>> of_source);

  /// Extends every list to a multiple of `multiple` plus `besides` tokens: a shorter list is filled
  /// with the tokens that follow the last token that is always included.
  void fill_to_multiple(int64_t multiple, int64_t besides);

  /// Throws Error naming the file if it is missing, damaged, not a shortlist, or has a different
  /// version.
  static Shortlist load(const std::string& path);
  /// Parses the bytes of a shortlist file. Throws the same errors as load().
  static Shortlist parse(std::string_view bytes, const std::string& path);
  /// Writes the file atomically.
  void save(const std::string& path) const;
  std::string bytes() const;

  /// The tokens that a translation of `source` may contain, in ascending order, without duplicates.
  std::vector<int32_t> tokens_for(std::span<const int64_t> source) const;

  const std::string& tokenizer_hash() const { return tokenizer_hash_; }
  int64_t target_vocab() const { return target_vocab_; }

 private:
  std::string tokenizer_hash_;
  int64_t target_vocab_;
  std::vector<int32_t> always_;
  std::vector<std::vector<int32_t>> of_source_;
  size_t multiple_ = 1, besides_ = 0;
};

}  // namespace regard::text
