#pragma once
#include <cstddef>
#include <string_view>

namespace regard::serve {

/// The words of a text that hold English or French sentences together, such as articles and
/// pronouns, or that are greetings. Case does not matter. An apostrophe, straight or not, ends a
/// word: j'ai is `j'` and `ai`.
struct FunctionWords {
  struct Count {
    size_t any = 0;  ///< of words that the other of the two languages has not
    size_t own = 0;  ///< of those of them that other languages nearby have not either
  };

  explicit FunctionWords(std::string_view text);

  /// Of "en" or "fr"; none of other languages.
  Count of(std::string_view language) const;

  size_t words = 0;  ///< all of the text
  Count english = {};
  Count french = {};
};

}  // namespace regard::serve
