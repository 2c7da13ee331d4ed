#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/tokenizer.h"

namespace regard::text {

/// What a translation must not contain: half-words. A half-word is no word of the training text,
/// but the beginning of one: "stu" where the text has "studio" and not "stu". What lacks no more
/// than an ending is none: "chat" where the text has "chats" alone, if at least half of its words
/// with an s at the end are words without it, too. A single letter is none; case does not matter.
class HalfWords {
 public:
  /// A word has at most so many letters, and a list so many words.
  static constexpr size_t kLongestWord = 32, kMostWords = size_t{1} << 16U;

  /// `target` is the tokenizer of translations; `words` those of the text, in lower case.
  HalfWords(const Tokenizer& target, std::vector<std::string> words);
  /// The words of a list(). Throws Error, naming `path`, if it is no list of at most kMostWords
  /// words of 1 to kLongestWord letters, in UTF-8, between spaces.
  static std::vector<std::string> parse(std::string_view list, const std::string& path);
  /// The words between spaces.
  std::string list() const;
  /// In order.
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
    bool is_text = false;      ///< otherwise nothing is known of the word
  };

  std::vector<std::string> words_;
  std::vector<std::string> endings_;
  std::vector<Part> parts_;  // by token
  std::vector<int64_t> boundaries_;
};

}  // namespace regard::text
