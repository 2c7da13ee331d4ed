#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regard::translate {

/// Whether words that agree with a noun, by its gender or its first letter, may differ: articles
/// and other determiners, pronouns, adjectives and participles ("au nouvel" and "à la nouvelle";
/// "il est vendu" and "elle est vendue").
enum class Agreement { same, any };

/// A word of a French text in small letters, or a mark, and its bytes.
struct UncontractedWord {
  std::string word;
  size_t begin, end;
};

/// The words of a text as they are before a consonant: "du" is "de le", "d'" is "de".
std::vector<UncontractedWord> uncontracted_words(std::string_view text);

/// Whether words are the same, or forms of one word that agree with nouns of other genders.
bool are_genders_of_one(std::string_view one, std::string_view other);

/// What stands between each two of these runs in a French text that consists of them, one to six
/// words, in small letters with blanks between them; nothing if it does not. Runs may be empty.
/// Case and blanks do not count.
std::optional<std::vector<std::string>> words_between(std::string_view text,
                                                      const std::vector<std::string_view>& runs,
                                                      Agreement agreement);

}  // namespace regard::translate
