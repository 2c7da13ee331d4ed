#pragma once
#include <cstddef>
#include <string_view>

namespace regard::text {

/// Counts the function words, such as articles and pronouns, and greetings of a text in English and
/// in French. Ignores case. A straight or curly apostrophe ends a word: j'ai is `j'` and `ai`.
struct FunctionWords {
  struct Count {
    size_t any = 0;          ///< words that do not exist in the other language
    size_t distinctive = 0;  ///< those of `any` that related languages also lack
  };

  explicit FunctionWords(std::string_view text);

  /// The counts for "en" or "fr"; zero for any other language.
  Count of(std::string_view language) const;

  size_t words = 0;  ///< number of all words of the text
  Count english = {};
  Count french = {};
};

/// Whether a text that should be in `language`, English or French, is clearly in the other of the
/// two: it has many of the other's words and hardly any of its own. False for fewer words than
/// kFewestWordsToTell and for any other language.
bool is_in_other_of_english_and_french(std::string_view text, std::string_view language);
inline constexpr size_t kFewestWordsToTell = 5;

}  // namespace regard::text
