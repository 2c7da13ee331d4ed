#pragma once
#include <cstddef>
#include <string_view>

namespace regard::text {

/// Counts the English or French function words of a text, such as articles and pronouns, and
/// greetings. Case is ignored. A straight or curly apostrophe ends a word: j'ai is `j'` and `ai`.
struct FunctionWords {
  struct Count {
    size_t any = 0;          ///< words that do not exist in the other language
    size_t distinctive = 0;  ///< those of `any` that related languages also lack
  };

  explicit FunctionWords(std::string_view text);

  /// The counts of "en" or "fr"; zero for other languages.
  Count of(std::string_view language) const;

  size_t words = 0;  ///< all words of the text
  Count english = {};
  Count french = {};
};

/// Whether a text of at least kFewestWordsToTell words is clearly English instead of French or vice
/// versa: many of its words are in the other language, and hardly any in `language`. False for
/// languages other than these two.
bool is_in_other_of_english_and_french(std::string_view text, std::string_view language);
inline constexpr size_t kFewestWordsToTell = 5;

}  // namespace regard::text
