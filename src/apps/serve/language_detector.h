#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "serve/function_words.h"

namespace regard::serve {

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
  std::string hint_;  ///< the same, as CLD2 reads them
};

}  // namespace regard::serve
