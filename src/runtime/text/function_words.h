#pragma once
#include <cstddef>
#include <string_view>

namespace regard::text {

/// The words of a text that hold English or French sentences together, such as articles and
/// pronouns, or that are greetings. Case does not matter. An apostrophe, straight or not, ends a
/// word: j'ai is `j'` and `ai`.
struct FunctionWords {
  struct Count {
    size_t any = 0;          ///< words that the other of the two languages lacks
    size_t distinctive = 0;  ///< those of `any` that other languages nearby lack, too
  };

  explicit FunctionWords(std::string_view text);

  /// The counts of "en" or "fr"; zero for other languages.
  Count of(std::string_view language) const;

  size_t words = 0;  ///< all of the text
  Count english = {};
  Count french = {};
};

/// Whether a text of at least kFewestWordsToTell words is surely in the other of English and
/// French: many of its words are of that one, and hardly any of its own. False for any other
/// language than these two.
bool is_in_other_of_english_and_french(std::string_view text, std::string_view language);
inline constexpr size_t kFewestWordsToTell = 5;

}  // namespace regard::text
