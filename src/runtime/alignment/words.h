#pragma once
#include <string_view>
#include <vector>

namespace regard::alignment {

/// The words and punctuation marks of a sentence. A number is one word, and so is a run of the same
/// mark ("..."). French elisions (l'|eau), pronouns after a verb (donnez|-moi) and English
/// contractions (do|n't, it|'s) are separate words; other hyphenated words stay whole. Splitting
/// already split words changes nothing.
std::vector<std::string_view> words_of(std::string_view sentence);

/// The words of a sentence that is already split at blanks.
std::vector<std::string_view> words_between_blanks(std::string_view sentence);

}  // namespace regard::alignment
