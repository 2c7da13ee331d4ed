#pragma once
#include <string_view>
#include <vector>

namespace regard::alignment {

/// The words and the punctuation marks of a sentence. A number is one word, and so is a run of one
/// mark ("..."). French elisions (l'|eau), pronouns behind a verb (donnez|-moi) and English
/// contractions (do|n't, it|'s) are words of their own; other words with hyphens are whole. Words
/// with blanks between them are cut into the same words.
std::vector<std::string_view> words_of(std::string_view sentence);

/// The words of a sentence in which blanks separate them.
std::vector<std::string_view> words_between_blanks(std::string_view sentence);

}  // namespace regard::alignment
