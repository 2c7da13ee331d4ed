#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regard::translate {

/// Whether words that agree with a noun may differ according to its gender or first letter:
/// articles and other determiners, pronouns, adjectives and participles ("au nouvel" and "à la
/// nouvelle"; "il est vendu" and "elle est vendue").
enum class Agreement { same, any };

/// A lowercase word of a French text, or a mark, with its byte range.
struct UncontractedWord {
  std::string word;
  size_t begin, end;
};

/// The words of a text as they would be before a consonant: "du" is "de le", "d'" is "de".
std::vector<UncontractedWord> uncontracted_words(std::string_view text);

/// Whether two words are equal or are forms of one word for different genders.
bool are_genders_of_one(std::string_view one, std::string_view other);

/// The words between each run and the next, in lowercase and separated by blanks, if the French
/// text consists of `runs` with one to six words between neighbors; otherwise, std::nullopt. Runs
/// may be empty. Ignores case and blanks.
std::optional<std::vector<std::string>> words_between(std::string_view text,
                                                      const std::vector<std::string_view>& runs,
                                                      Agreement agreement);

}  // namespace regard::translate
