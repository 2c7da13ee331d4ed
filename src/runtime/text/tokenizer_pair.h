#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/data_options.h"
#include "text/tokenizer.h"

namespace regard::text {

using config::Preprocess;

/// A line as the tokenizer reads it, in training and translation. `none` leaves it unchanged.
///
/// `d2l` follows `_preprocess` of D2L 10.5: no-break spaces (U+00A0, U+202F) become spaces, letters
/// become lowercase, and each of , . ! ? gets a space before it, unless it already has one or
/// starts the line.
std::string preprocess(std::string_view line, Preprocess how);

/// Detects incomplete words, which a translation must not contain. An incomplete word is only the
/// beginning of a word of the training text: "stu" if the text has "studio" but not "stu". A word
/// that lacks only an ending is complete: "chat" if the text has only "chats", provided that for at
/// least half of its words that end in s, the rest is also a word. A single letter is always
/// complete. Case is ignored.
class HalfWords {
 public:
  /// Maximum number of letters per word, and of words per list.
  static constexpr size_t kLongestWord = 32, kMostWords = size_t{1} << 16U;

  /// `target` is the tokenizer of translations. `words` are those of the training text, in
  /// lowercase.
  HalfWords(const Tokenizer& target, std::vector<std::string> words);
  /// Parses the result of list(). Throws Error naming `path` unless it consists of at most
  /// kMostWords words of 1 to kLongestWord letters, in UTF-8, separated by spaces.
  static std::vector<std::string> parse(std::string_view list, const std::string& path);
  /// The words, separated by spaces.
  std::string list() const;
  /// The words, sorted.
  const std::vector<std::string>& words() const { return words_; }

  /// Whether the text of these tokens would end with an incomplete word if a boundary followed.
  bool end(std::span<const int64_t> tokens) const;
  /// In ascending order, the tokens that can follow only a complete word: eos and the pieces that
  /// do not begin with a letter or digit.
  const std::vector<int64_t>& boundaries() const { return boundaries_; }

 private:
  bool is_half(const std::string& word) const;

  /// The contribution of a token to a word.
  struct Part {
    std::string letters = {};  ///< the token's trailing letters, in lowercase
    bool begins_word = false;  ///< the word does not include the text before the token
    bool is_text = false;      ///< if false, nothing is known about the word
  };

  std::vector<std::string> words_;
  std::vector<std::string> endings_;
  std::vector<Part> parts_;  // the parts by token
  std::vector<int64_t> boundaries_;
};

/// The tokenizers of both sides and the preprocessing applied before them. A joint tokenizer serves
/// both sides.
class TokenizerPair {
 public:
  TokenizerPair(Tokenizer source, Tokenizer target, Preprocess preprocess)
      : source_(std::move(source)), target_(std::move(target)), preprocess_(preprocess) {}

  /// Ids of a source line, ending with eos.
  std::vector<int64_t> encode_source(std::string_view line) const { return encode(source_, line); }
  std::vector<int64_t> encode_target(std::string_view line) const { return encode(target_, line); }
  /// The pieces of a source line as they occur in it, including unknown ones but not eos.
  std::vector<std::string> source_pieces(std::string_view line) const;
  /// A line as the tokenizers read it.
  std::string prepared(std::string_view line) const { return preprocess(line, preprocess_); }
  std::string decode_target(std::span<const int64_t> ids) const { return target_.decode(ids); }

  const Tokenizer& source() const { return source_; }
  const Tokenizer& target() const { return target_; }
  /// Detects incomplete words of the target language; null if the training words are unknown.
  const std::shared_ptr<const HalfWords>& half_words() const { return half_words_; }
  /// Sets the training words; an empty list means that they are unknown.
  void set_words(std::vector<std::string> words);
  /// The result of HalfWords::list(); empty if the words are unknown.
  std::string words() const { return half_words_ ? half_words_->list() : ""; }
  /// The code of the source language, such as "fr"; empty if unknown.
  const std::string& source_language() const { return source_language_; }
  void set_source_language(std::string code) { source_language_ = std::move(code); }
  bool joint() const { return source_.hash() == target_.hash(); }
  /// Whether ids stand for the same pieces on both sides: the tokenizer is joint, or both
  /// tokenizers carry the same vocabulary.
  bool one_vocabulary() const {
    return joint() || (source_.list() && source_.list() == target_.list());
  }
  /// The hash of both models; checkpoints record it.
  std::string hash() const;

 private:
  std::vector<int64_t> encode(const Tokenizer& tokenizer, std::string_view line) const;

  Tokenizer source_;
  Tokenizer target_;
  Preprocess preprocess_;
  std::string source_language_;
  std::shared_ptr<const HalfWords> half_words_;
};

/// Every vocabulary starts with these four tokens. Models, loss and search rely on their ids.
inline constexpr int64_t kPad =
    0;  ///< pads short rows of a batch; never attended to, never generated
inline constexpr int64_t kUnk = 1;  ///< anything outside the vocabulary
inline constexpr int64_t kBos = 2;  ///< first input of the decoder
inline constexpr int64_t kEos = 3;  ///< last token of every source and target

/// SentencePiece's mark for a space: ▁.
inline constexpr std::string_view kWordMark = "\u2581";

/// Whether a token stands for padding or for the beginning or end of a sentence.
constexpr bool is_special(int64_t token) { return token == kPad || token == kBos || token == kEos; }

/// Whether one of the tokens is kUnk.
constexpr bool has_unknown(std::span<const int64_t> tokens) {
  return std::ranges::find(tokens, kUnk) != tokens.end();
}

}  // namespace regard::text
