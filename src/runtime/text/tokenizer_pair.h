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

/// A line as the tokenizer reads it, in training and translation. none: as it is.
/// d2l 10.5, `_preprocess`: no-break spaces (U+00A0, U+202F) become spaces, letters become lower
/// case, and each of , . ! ? gets a space before it, unless one is there or it starts the line.
std::string preprocess(std::string_view line, Preprocess how);

/// What a translation must not contain: half-words. A half-word is not a word of the training text,
/// but the beginning of one: "stu" where the text has "studio" and not "stu". What lacks no more
/// than an ending is none: "chat" where the text has "chats" alone, if at least half of its words
/// with an s at the end are words without it, too. A single letter is none; case does not matter.
class HalfWords {
 public:
  /// Limits for the letters of a word and for the words of a list.
  static constexpr size_t kLongestWord = 32, kMostWords = size_t{1} << 16U;

  /// `target` is the tokenizer of translations; `words` those of the text, in lower case.
  HalfWords(const Tokenizer& target, std::vector<std::string> words);
  /// The words of a list(). Throws Error, naming `path`, if it is no list of at most kMostWords
  /// words of 1 to kLongestWord letters, in UTF-8, between spaces.
  static std::vector<std::string> parse(std::string_view list, const std::string& path);
  /// The words between spaces.
  std::string list() const;
  /// The words, sorted.
  const std::vector<std::string>& words() const { return words_; }

  /// Whether the text of these tokens ends with a half-word, a boundary following.
  bool end(std::span<const int64_t> tokens) const;
  /// In ascending order, the tokens before which a word has ended: eos and the pieces that do not
  /// begin with a letter or digit.
  const std::vector<int64_t>& boundaries() const { return boundaries_; }

 private:
  bool is_half(const std::string& word) const;

  /// The part of a word that a token is.
  struct Part {
    std::string letters = {};  ///< in lower case, those at the end of its text
    bool begins_word = false;  ///< what comes before it is not of the word
    bool is_text = false;      ///< false: nothing is known of the word
  };

  std::vector<std::string> words_;
  std::vector<std::string> endings_;
  std::vector<Part> parts_;  // by token
  std::vector<int64_t> boundaries_;
};

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

/// Every vocabulary starts with these four, whatever the tokenizer: the models, the loss and search
/// rely on their ids.
inline constexpr int64_t kPad =
    0;  ///< pads short rows of a batch; never attended to, never generated
inline constexpr int64_t kUnk = 1;  ///< anything outside the vocabulary
inline constexpr int64_t kBos = 2;  ///< first input of the decoder
inline constexpr int64_t kEos = 3;  ///< last token of every source and every target

/// SentencePiece's mark for a space of the text: ▁.
inline constexpr std::string_view kWordMark = "\u2581";

/// Whether a token stands for padding, or the beginning or end of a sentence.
constexpr bool is_special(int64_t token) { return token == kPad || token == kBos || token == kEos; }

/// Whether one of the tokens is kUnk.
constexpr bool has_unknown(std::span<const int64_t> tokens) {
  return std::ranges::find(tokens, kUnk) != tokens.end();
}

}  // namespace regard::text
