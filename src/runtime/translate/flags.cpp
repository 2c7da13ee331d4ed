#include "translate/flags.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "base/utf8.h"
#include "regard/base/str.h"
#include "text/characters.h"
#include "text/function_words.h"
#include "translate/confidence.h"
#include "translate/given_terms.h"
#include "translate/item_places.h"
#include "translate/word_alignment.h"

namespace regard::translate {
namespace {

using Words = std::vector<std::string>;

Words comparable_words(std::string_view text) {
  Words words;
  for (const auto word : words_between_blanks(text)) {
    if (has_word_character(word)) words.push_back(comparable(word));
  }
  return words;
}

/// The largest number of times that a phrase of the text occurs in a row.
size_t times_in_row(const Words& words) {
  constexpr size_t kLongestPhrase = 4;
  size_t most = 1;
  for (size_t period = 1; period <= kLongestPhrase; ++period) {
    size_t same = 0;  // consecutive words that equal those one period before
    for (size_t at = period; at < words.size(); ++at) {
      same = words[at] == words[at - period] ? same + 1 : 0;
      most = std::max(most, same / period + 1);
    }
  }
  return most;
}

bool repeats(const Words& source, const Words& text) {
  constexpr size_t kTimes = 3;
  return times_in_row(text) >= kTimes && times_in_row(source) < kTimes;
}

/// Whether a character between digits can be a group separator or a decimal mark.
bool is_within_number(char32_t character) {
  return character == U'.' || character == U',' || character == U'\'' || character == U'\u2019' ||
         text::is_blank(character);
}

/// The digits of each number in a text: 1,000.5, 1 000,5 and 10005 are the same.
std::set<std::u32string> numbers_in(std::string_view text) {
  constexpr size_t kGroup = 3;
  std::set<std::u32string> numbers;
  const auto characters = decode_utf8(text);
  const auto digits_from = [&](size_t at) {
    size_t count = 0;
    while (at + count < characters.size() && text::is_digit(characters[at + count])) ++count;
    return count;
  };
  for (size_t at = 0; at < characters.size();) {
    size_t count = digits_from(at);
    if (count == 0) {
      ++at;
      continue;
    }
    std::u32string digits = characters.substr(at, count);
    for (at += count; at < characters.size() && is_within_number(characters[at]); at += count + 1) {
      count = digits_from(at + 1);
      const bool is_blank = text::is_blank(characters[at]);
      if (count == 0 || (is_blank && count != kGroup)) break;
      digits += characters.substr(at + 1, count);
    }
    numbers.insert(digits);
  }
  return numbers;
}

bool lost_number(std::string_view source, std::string_view text) {
  auto numbers = numbers_in(source);
  for (const auto& number : numbers_in(text)) numbers.erase(number);
  if (numbers.empty()) return false;
  for (const auto word : words_between_blanks(text)) {
    const auto spelled = spelled_number(comparable(word));
    if (spelled) numbers.erase(decode_utf8(str(*spelled)));
  }
  return !numbers.empty();
}

/// The text in lowercase without accents.
std::string folded(std::string_view text) {
  utf8proc_uint8_t* letters = nullptr;
  const auto size = utf8proc_map(
      reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
      static_cast<utf8proc_ssize_t>(text.size()), &letters,
      static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_STRIPMARK | UTF8PROC_CASEFOLD));
  if (size < 0) return std::string(text);
  std::string result(reinterpret_cast<const char*>(letters), static_cast<size_t>(size));
  std::free(letters);  // NOLINT: utf8proc uses malloc
  return result;
}

/// Whether a word is a day, a month, or a word for a language or nation without a typical ending.
/// Only English capitalizes such words.
bool has_capital_in_english_only(std::string_view word) {
  static const std::set<std::string, std::less<>> kWords = {
      "january", "february",  "march",     "april",    "may",      "june",
      "july",    "august",    "september", "october",  "november", "december",
      "monday",  "tuesday",   "wednesday", "thursday", "friday",   "saturday",
      "sunday",  "christmas", "easter",    "french",   "german",   "greek",
      "dutch",   "swiss",     "czech",     "welsh",    "arab",     "arabic"};
  constexpr std::array<std::string_view, 6> kEndings = {"ish", "ese", "ian", "ians", "can", "cans"};
  return kWords.contains(word) ||
         std::ranges::any_of(kEndings, [&](auto ending) { return word.ends_with(ending); });
}

/// A word without surrounding marks, without an English 's, and without a French l'.
std::string_view core_of(std::string_view word) {
  while (!word.empty() && !begins_with_word(word)) {
    word.remove_prefix(std::max<size_t>(first_code_point(word).length, 1));
  }
  while (!word.empty() && !ends_with_word(word)) word.remove_suffix(last_character_size(word));
  for (const std::string_view mark : {"'", "\u2019"}) {
    const size_t at = word.find(mark);
    if (at == std::string_view::npos) continue;
    const bool is_ending = word.size() - at - mark.size() <= 1;
    word = is_ending ? word.substr(0, at) : word.substr(at + mark.size());
  }
  return word;
}

/// The capitalized words that do not begin a sentence, folded. Empty for a title or a text in
/// capitals.
std::set<std::string> capitals_in(std::string_view text, const IsName& is_name) {
  std::set<std::string> names;
  if (text::is_in_capitals(text)) return names;
  size_t words = 0, capitals = 0;
  bool begins = true;
  for (const auto word : words_between_blanks(text)) {
    const auto core = core_of(word);
    if (core.empty()) continue;
    const bool is_capital = text::is_capital(first_code_point(core).value);
    ++words;
    capitals += is_capital && !begins ? 1 : 0;
    if (is_capital && !begins && is_name(core)) names.insert(folded(core));
    const char32_t last = last_code_point(word);
    begins = text::ends_sentence(last) || text::closes(last) || last == U':';
  }
  constexpr size_t kFewest = 3;
  if (words >= kFewest && 2 * capitals > words) names.clear();
  return names;
}

/// The number of names that a text lacks. A name with a different ending counts as the same name.
size_t count_lacking(const std::set<std::string>& names, const std::string& folded_text) {
  constexpr size_t kBeginning = 4;
  return static_cast<size_t>(std::ranges::count_if(names, [&](const auto& name) {
    return folded_text.find(name.substr(0, kBeginning)) == std::string::npos;
  }));
}

bool lost_name(std::string_view source, std::string_view text, const IsName& is_name) {
  const auto names = capitals_in(source, is_name);
  if (names.empty()) return false;
  const size_t lost = count_lacking(names, folded(text));
  const auto is_any = [](std::string_view /*word*/) { return true; };
  return lost > 0 && lost > count_lacking(capitals_in(text, is_any), folded(source));
}

/// The lowercase words of a text, which are neither names nor abbreviations.
Words small_words(std::string_view text) {
  constexpr size_t kFewestLetters = 3;
  Words words;
  for (const auto word : words_between_blanks(text)) {
    const auto key = comparable(word);
    const auto characters = decode_utf8(key);
    const bool is_word = std::ranges::all_of(characters, text::is_letter);
    if (is_word && characters.size() >= kFewestLetters && !text::is_in_capitals(word)) {
      words.push_back(key);
    }
  }
  return words;
}

bool is_untranslated(std::string_view source, std::string_view text) {
  constexpr double kMost = 0.6;
  const auto of_source = small_words(source), words = small_words(text);
  if (of_source.size() < kFewestWords || words.size() < kFewestWords) return false;
  const std::set<std::string> known(of_source.begin(), of_source.end());
  const auto same =
      std::ranges::count_if(words, [&](const auto& word) { return known.contains(word); });
  return static_cast<double>(same) > kMost * static_cast<double>(words.size());
}

}  // namespace

IsName names_by(const text::TokenizerPair& tokenizers) {
  return [&tokenizers](std::string_view word) {
    constexpr size_t kFewestLetters = 3, kManyPieces = 4;
    const auto characters = decode_utf8(word);
    const bool is_word = std::ranges::all_of(characters, text::is_letter) &&
                         !std::ranges::all_of(characters, text::is_capital);
    const auto small = text::in_lower_case(word);
    if (!is_word || characters.size() < kFewestLetters || has_capital_in_english_only(small)) {
      return false;
    }
    const auto pieces = tokenizers.source_pieces(std::string(word)).size();
    return pieces >= kManyPieces || pieces < tokenizers.source_pieces(small).size();
  };
}

void add_flag(Flag flag, std::vector<Flag>& flags) {
  const auto at = std::ranges::lower_bound(flags, flag);
  if (at == flags.end() || *at != flag) flags.insert(at, flag);
}

std::vector<Flag> flags_of_texts(std::string_view source, std::string_view text,
                                 const IsName& is_name) {
  std::vector<Flag> flags;
  if (text.find("\u2047") != std::string_view::npos) flags.push_back(Flag::unknown_words);
  if (repeats(comparable_words(source), comparable_words(text))) flags.push_back(Flag::repeats);
  if (lost_number(source, text)) flags.push_back(Flag::lost_number);
  if (lost_name(source, text, is_name)) flags.push_back(Flag::lost_name);
  const auto of_source = static_cast<double>(decode_utf8(trimmed(source)).size());
  const auto of_text = static_cast<double>(decode_utf8(trimmed(text)).size());
  const auto fewest = static_cast<double>(kFewestCharacters);
  if (of_source >= fewest && kLongest * of_text < of_source) flags.push_back(Flag::too_short);
  if (of_text >= fewest && of_text > kLongest * of_source) flags.push_back(Flag::too_long);
  if (is_untranslated(source, text)) flags.push_back(Flag::untranslated);
  return flags;
}

void add_flags(std::string_view line, std::string_view target_language, const IsName& is_name,
               const text::Glossary* glossary, Translation& translation) {
  const auto source = without(line, terms_in(line, glossary));
  const auto text = without(translation.text, given_in(translation.text, line, glossary));
  translation.flags = flags_of_texts(source, text, is_name);
  if (text::is_in_other_of_english_and_french(text, target_language)) {
    add_flag(Flag::wrong_language, translation.flags);
  }
  const text::FoldedText words(source, text::FoldedText::Case::kept);
  const bool has_unknown = std::ranges::any_of(translation.unknown, [&](const auto& word) {
    return glossary == nullptr || text::has_words(words, word);
  });
  if (has_unknown) add_flag(Flag::unknown_words, translation.flags);
  if (translation.repeats) add_flag(Flag::repeats, translation.flags);
  if (translation.is_short) add_flag(Flag::too_short, translation.flags);
}

}  // namespace regard::translate
