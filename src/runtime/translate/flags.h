#pragma once
#include <functional>
#include <string_view>
#include <vector>

#include "regard/text/glossary.h"
#include "regard/translate/translation.h"
#include "text/tokenizer_pair.h"

namespace regard::translate {

/// Whether a word with a capital is a name, whatever its place in the sentence.
using IsName = std::function<bool(std::string_view word)>;

/// The names that a vocabulary tells from other words: it needs more pieces for them in small
/// letters ("Tom", but not "Minister"), or many pieces anyway. `tokenizers` must outlive it.
IsName names_by(const text::TokenizerPair& tokenizers);

/// What a source and its translation alone tell.
///
/// repeats: a word or a phrase of up to four words stands at least three times in a row, and not
///   so in the source.
/// lost_number: a number in digits is not in the translation, in digits or spelled (1,000 is
///   1 000, too).
/// lost_name: a name within the sentence is not in the translation, not even with another ending,
///   and no other word with a capital is there in its place. Days, months and most words for
///   languages and nations do not count, and neither do titles, where most words have a capital.
/// too_short, too_long: of texts of at least kFewestCharacters, one has more than kLongest times
///   as many characters as the other.
/// untranslated: most words in small letters are those of the source, of at least kFewestWords.
std::vector<Flag> flags_of_texts(std::string_view source, std::string_view text,
                                 const IsName& is_name);

inline constexpr size_t kFewestCharacters = 40;
inline constexpr double kLongest = 2.2;
inline constexpr size_t kFewestWords = 3;

/// Fills Translation::flags: those of the texts, unknown words, loops and missing text that the
/// search has found, and a translation in English in place of French, or the other way round. The
/// program knows more languages, and adds those (add_flag). Terms of the glossary, if there is one,
/// and their translations have no flags: they are as the user wants them.
void add_flags(std::string_view line, std::string_view target_language, const IsName& is_name,
               const text::Glossary* glossary, Translation& translation);

/// Adds a flag in its order, once.
void add_flag(Flag flag, std::vector<Flag>& flags);

}  // namespace regard::translate
