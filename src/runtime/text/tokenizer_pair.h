#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/half_words.h"
#include "text/preprocess.h"
#include "text/tokenizer.h"

namespace regard::text {

/// The tokenizers of both sides and the preparation of lines before them; a joint tokenizer is on
/// both sides.
class TokenizerPair {
 public:
  TokenizerPair(Tokenizer source, Tokenizer target, Preprocess preprocess)
      : source_(std::move(source)), target_(std::move(target)), preprocess_(preprocess) {}

  /// Ids of a line, ending with eos.
  std::vector<int64_t> encode_source(std::string_view line) const { return encode(source_, line); }
  std::vector<int64_t> encode_target(std::string_view line) const { return encode(target_, line); }
  /// The pieces of a source line as they occur in it, including unknown ones, without eos.
  std::vector<std::string> source_pieces(std::string_view line) const;
  /// A line as the tokenizers read it.
  std::string prepared(std::string_view line) const { return preprocess(line, preprocess_); }
  std::string decode_target(std::span<const int64_t> ids) const { return target_.decode(ids); }

  const Tokenizer& source() const { return source_; }
  const Tokenizer& target() const { return target_; }
  /// Word beginnings of the target language; null if the training words are unknown.
  const std::shared_ptr<const HalfWords>& half_words() const { return half_words_; }
  /// Empty: the word list is unknown.
  void set_words(std::vector<std::string> words);
  /// HalfWords::list(); empty where they are not known.
  std::string words() const { return half_words_ ? half_words_->list() : ""; }
  /// The code of the source's language, such as "fr"; empty where it is not known.
  const std::string& source_language() const { return source_language_; }
  void set_source_language(std::string code) { source_language_ = std::move(code); }
  bool joint() const { return source_.hash() == target_.hash(); }
  /// Whether ids mean the same pieces on both sides: a joint tokenizer, or two that carry one
  /// vocabulary.
  bool one_vocabulary() const {
    return joint() || (source_.list() && source_.list() == target_.list());
  }
  /// The hash of both models, which a checkpoint records.
  std::string hash() const;

 private:
  std::vector<int64_t> encode(const Tokenizer& tokenizer, std::string_view line) const;

  Tokenizer source_;
  Tokenizer target_;
  Preprocess preprocess_;
  std::string source_language_;
  std::shared_ptr<const HalfWords> half_words_;
};

}  // namespace regard::text
