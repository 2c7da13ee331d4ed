#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/function_words.h"

namespace regard::serve {

/// The English name of a language: "fr" is French. A language without one in the table is named by
/// its code.
std::string language_name(const std::string& code);

/// The codes in that table.
std::vector<std::string> named_languages();

/// The code of a language by its name in English, in French or in the language itself, in any case.
/// Empty if no language has the name.
std::string language_of_name(std::string_view name);

/// "EN-us" and "eng" as "en": what a code begins with, in small letters, as two letters if the
/// language has a code of two.
std::string base_language(const std::string& code);

/// What a known word counts, where a group of letters counts 1 to 3.
inline constexpr int kKnownWord = 8;

/// Whether a word or two look English (above 0) or French (below 0): by a few hundred frequent
/// words, and by letters that stand together in one of the languages rather than in the other. 0:
/// they could be either. For texts in which no word of FunctionWords decides.
int looks_english(std::string_view text);

using text::FunctionWords;

/// The first `most` bytes or so of what a text says in a language: without tags and what elements
/// keep untranslated, without mentions, hashtags, links, addresses, placeholders, code and numbers.
/// The result is empty if nothing else remains.
std::string natural_text(std::string_view text, size_t most);

/// Detects which of the served languages a text is in, with CLD2 and words of English and French.
/// Tags, mentions, links, code and the like do not count. Several threads may use one detector.
class LanguageDetector {
 public:
  struct Guess {
    std::string language;
    /// 0 to 1: the part of the text that is in the language, less what few letters leave open:
    /// about 0.4 for a word, above 0.9 for a sentence. It is not a probability. 0: nothing was
    /// recognized.
    double confidence;
  };

  /// The first bytes of a text that decide.
  static constexpr size_t kMostBytes = 8192;

  /// `served` are the languages that come into question, at least one; "pt-BR" stands for what is
  /// found as "pt".
  explicit LanguageDetector(std::vector<std::string> served);

  /// Languages of a text, best first, at most three, at least one; a part of the text in another
  /// language makes a second one. Of a text in none of the languages, or without words, the first
  /// language served, with confidence 0. Bytes that are not UTF-8 do not count.
  std::vector<Guess> detect(std::string_view text) const;

  /// The likeliest language of a line that may as well be in a language that few speak, or hold
  /// names alone. The confidence is above 0.5 only if the words that hold sentences together agree:
  /// most are of the language if that is English or French, and none is of these if it is another.
  Guess of_line(std::string_view text) const;

  /// The best guess that is among some of the languages; the first of them, with confidence 0, if
  /// there is none.
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

/// Whether a line is surely in another language than `expected`, of all that have a name here: a
/// sentence of at least text::kFewestWordsToTell words. For translations that are not what they
/// should be (Flag::wrong_language).
bool is_in_other_language(std::string_view line, const std::string& expected);

}  // namespace regard::serve
