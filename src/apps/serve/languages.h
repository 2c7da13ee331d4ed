#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/function_words.h"

namespace regard::serve {

/// The English name of a language: "fr" is French. A language that is not in the table is named by
/// its code.
std::string language_name(const std::string& code);

/// The codes in the table of names.
std::vector<std::string> named_languages();

/// The code of a language by its name in English, in French or in the language itself, ignoring
/// case. Empty if no language has the name.
std::string language_of_name(std::string_view name);

/// The first part of a code, in lowercase, or the language's two-letter code if there is one: "en"
/// for "EN-us" and "eng".
std::string base_language(const std::string& code);

/// Weight of a known word; a group of letters weighs 1 to 3.
inline constexpr int kKnownWord = 8;

/// Whether a word or two look English (above 0) or French (below 0), judged by a few hundred
/// frequent words and by letter groups that are more common in one of the languages. 0: they could
/// be either. For texts in which no word of FunctionWords decides.
int looks_english(std::string_view text);

using text::FunctionWords;

/// Roughly the first `most` bytes of natural language in a text, without tags, elements that are
/// not translated, mentions, hashtags, links, addresses, placeholders, code and numbers. Empty if
/// nothing else remains.
std::string natural_text(std::string_view text, size_t most);

/// Detects which of the served languages a text is in, with CLD2 and words of English and French.
/// Ignores tags, mentions, links, code and the like. Several threads may use one detector.
class LanguageDetector {
 public:
  struct Guess {
    std::string language;
    /// From 0 to 1: the share of the text in this language, reduced for a text of few letters:
    /// about 0.4 for a word, above 0.9 for a sentence. It is not a probability. 0: nothing was
    /// recognized.
    double confidence;
  };

  /// Number of bytes at the beginning of a text that are examined.
  static constexpr size_t kMostBytes = 8192;

  /// `served` are the candidate languages, at least one; "pt-BR" stands for a detected "pt".
  explicit LanguageDetector(std::vector<std::string> served);

  /// One to three languages of a text, best first; parts of a text may be in different languages. A
  /// text in none of the languages, or without words, gets the first served one, with confidence 0.
  /// Bytes that are not UTF-8 are ignored.
  std::vector<Guess> detect(std::string_view text) const;

  /// The likeliest language of a line that may also be in a rare language, or consist only of
  /// names. The confidence is above 0.5 only if function words agree: most belong to the language
  /// if it is English or French; otherwise, none belong to these two.
  Guess of_line(std::string_view text) const;

  /// The best guess among the languages `among`; if there is none, the first of them, with
  /// confidence 0.
  Guess best_of(std::string_view text, std::span<const std::string> among) const;

 private:
  Guess of_few_words(const std::string& plain, const FunctionWords& words) const;
  Guess by_function_words(const FunctionWords& words) const;
  std::string likelier(int leaning) const;
  /// The served language that shares its first part with a code.
  std::optional<std::string> served_name(std::string_view code) const;

  std::vector<std::string> served_;
  std::string hint_;  ///< `served_` in the form that CLD2 reads
};

/// Whether a line is surely in a language other than `expected`, among all named languages. False
/// for sentences of fewer than text::kFewestWordsToTell words. Detects wrong translations
/// (Flag::wrong_language).
bool is_in_other_language(std::string_view line, const std::string& expected);

}  // namespace regard::serve
