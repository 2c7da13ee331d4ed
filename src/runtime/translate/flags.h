#pragma once
#include <functional>
#include <string_view>
#include <vector>

#include "regard/text/glossary.h"
#include "regard/translate/translation.h"
#include "text/tokenizer_pair.h"

namespace regard::translate {

/// Whether a capitalized word is a name, regardless of its position in the sentence.
using IsName = std::function<bool(std::string_view word)>;

/// Recognizes names with the vocabulary: a name needs more pieces in lowercase ("Tom", but not
/// "Minister"), or many pieces regardless of case. `tokenizers` must outlive the result.
IsName names_by(const text::TokenizerPair& tokenizers);

/// The flags that follow only from the source and its translation.
///
/// - repeats: a word, or a phrase of up to four words, occurs at least three times in a row, but
///   not in the source.
/// - lost_number: a number in digits is missing from the translation, both in digits and spelled
///   out (1 000 counts as 1,000).
/// - lost_name: a name within the sentence is missing from the translation, even with a different
///   ending, and no other capitalized word takes its place. Days, months and most words for
///   languages and nations do not count, nor do titles, in which most words are capitalized.
/// - too_short, too_long: one of the texts has more than kLongest times as many characters as the
///   other. Texts shorter than kFewestCharacters do not count.
/// - untranslated: most lowercase words also occur in the source, which must have at least
///   kFewestWords.
std::vector<Flag> flags_of_texts(std::string_view source, std::string_view text,
                                 const IsName& is_name);

inline constexpr size_t kFewestCharacters = 40;
inline constexpr double kLongest = 2.2;
inline constexpr size_t kFewestWords = 3;

/// Fills in Translation::flags: those of flags_of_texts(), unknown words, loops and missing text
/// found by the search, and a translation in English instead of French or vice versa. The caller
/// may detect other languages and add flags for them (add_flag). Glossary terms and their
/// translations get no flags: the user chose them.
void add_flags(std::string_view line, std::string_view target_language, const IsName& is_name,
               const text::Glossary* glossary, Translation& translation);

/// Inserts a flag into the sorted list unless it is already there.
void add_flag(Flag flag, std::vector<Flag>& flags);

}  // namespace regard::translate
