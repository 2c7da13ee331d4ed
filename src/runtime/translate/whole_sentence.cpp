#include "translate/whole_sentence.h"

#include <algorithm>
#include <cstdint>
#include <map>

#include "base/utf8.h"
#include "regard/text/folded_text.h"
#include "text/word_character.h"

namespace regard::translate {
namespace {

/// Words shorter than this may occur again: articles, prepositions.
constexpr size_t kFewestLetters = 4;

/// How often something occurs in a text with terms beyond what it may: as often as in the free
/// translation and the terms together.
struct Counts {
  std::map<std::u32string, int64_t> words;
  int64_t ends = 0;  ///< marks that end a sentence
  int64_t unknown = 0;
  int64_t dangling = 0;  ///< apostrophes before a space
  int64_t all_words = 0;

  void add(std::string_view text, int64_t times) {
    const text::FoldedText folded(text, text::FoldedText::Case::ignored);
    const auto& characters = folded.characters;
    std::u32string word;
    for (size_t at = 0; at <= characters.size(); ++at) {
      const char32_t character = at < characters.size() ? characters[at] : U' ';
      if (text::is_of_word(character)) {
        word += character;
        continue;
      }
      if (!word.empty()) {
        words[word] += times;
        all_words += times;
      }
      word.clear();
      if (character == '.' || character == '?' || character == '!') ends += times;
      if (character == U'\u2047') unknown += times;
      if (character == '\'' && at + 1 < characters.size() && characters[at + 1] == ' ') {
        dangling += times;
      }
    }
  }
};

/// The mark that a sentence ends with.
char32_t last_of(std::string_view sentence) {
  const auto characters = decode_utf8(sentence);
  const char32_t last = characters.empty() ? U'\0' : characters.back();
  return text::is_of_word(last) ? U'\0' : last;
}

}  // namespace

bool is_whole(std::string_view text, std::string_view free, std::span<const std::string> terms,
              std::span<const std::string> replaced) {
  Counts written, expected, gone;
  written.add(text, 1);
  expected.add(free, 1);
  for (const auto& term : terms) expected.add(term, 1);
  for (const auto& words : replaced) {
    expected.add(words, -1);
    gone.add(words, 1);
  }
  if (last_of(text) != last_of(free)) return false;
  if (written.ends != expected.ends || written.unknown > expected.unknown ||
      written.dangling > expected.dangling) {
    return false;
  }
  for (const auto& [word, times] : written.words) {
    const int64_t most = std::max<int64_t>(expected.words[word], 0);
    const bool is_gone = gone.words.contains(word) && times > most;
    const bool is_doubled = word.size() >= kFewestLetters && times > std::max<int64_t>(most, 1);
    if (is_gone || is_doubled) return false;
  }
  const int64_t difference = std::abs(written.all_words - expected.all_words);
  return difference <= std::max<int64_t>(2, expected.all_words / 4);
}

}  // namespace regard::translate
