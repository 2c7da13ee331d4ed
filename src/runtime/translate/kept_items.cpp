// Whether candidates keep the items that the model reads.
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "base/utf8.h"
#include "regard/base/str.h"
#include "text/characters.h"
#include "translate/candidates.h"
#include "translate/confidence.h"
#include "translate/item_places.h"
#include "translate/ordinals.h"
#include "translate/word_alignment.h"

namespace regard::translate {
namespace {

/// The number of times that an item occurs in a text, as a whole word if it is a word.
struct Times {
  size_t all = 0;
  size_t behind_blank = 0, behind_word = 0;  ///< after a blank (or the beginning) or a word
  size_t before_blank = 0, before_word = 0;  ///< before a blank (or the end) or a word
};

/// Whether the number that ends (or begins) an item continues in the text there: 1.1 in 1.1.2.
bool goes_on(std::string_view item, std::string_view behind) {
  return is_ascii_digit(item.back()) && behind.size() > 1 && text::is_among(behind[0], ".:/") &&
         is_ascii_digit(behind[1]);
}
bool has_begun(std::string_view before, std::string_view item) {
  const size_t size = before.size();
  return is_ascii_digit(item.front()) && size > 1 && text::is_among(before[size - 1], ".:/") &&
         is_ascii_digit(before[size - 2]);
}

/// `repeated`: whether to count an occurrence next to its own mark, such as [[x]] in [[x]]].
Times times_in(std::string_view item, std::string_view text, bool repeated = true) {
  Times times;
  for (size_t at = 0; (at = text.find(item, at)) != std::string_view::npos; at += item.size()) {
    const auto before = text.substr(0, at), behind = text.substr(at + item.size());
    const bool ends_word = ends_with_word(before), begins_word = begins_with_word(behind);
    const bool is_whole = (!begins_with_word(item) || !ends_word) &&
                          (!ends_with_word(item) || !begins_word) && !goes_on(item, behind) &&
                          !has_begun(before, item);
    const bool repeats = before.ends_with(item.front()) || behind.starts_with(item.back());
    if (!is_whole || (!repeated && repeats)) continue;
    ++times.all;
    times.behind_blank += trimmed_end(before).size() < before.size() || before.empty() ? 1 : 0;
    times.behind_word += ends_word ? 1 : 0;
    times.before_blank += trimmed_begin(behind).size() < behind.size() || behind.empty() ? 1 : 0;
    times.before_word += begins_word ? 1 : 0;
  }
  return times;
}

/// The number of times that a translation must contain an item, including occurrences inside
/// left-out items, wherever these are placed.
Times times_wanted(std::string_view item, const Reading& reading, bool repeated = true) {
  auto times = times_in(item, reading.text, repeated);
  for (const auto& one : reading.left_out) times.all += times_in(item, one.text, repeated).all;
  return times;
}

/// Whether a text contains an item as often as the sentence does, with no more marks around it, and
/// separate from words if blanks surround it in the sentence.
bool keeps_item(std::string_view item, std::string_view text, const Reading& reading) {
  const bool repeated = times_wanted(item, reading, false).all == 0;
  const auto wanted = times_wanted(item, reading, repeated), there = times_in(item, text, repeated);
  const bool joins_before = wanted.behind_blank == wanted.all && there.behind_word > 0;
  const bool joins_behind = wanted.before_blank == wanted.all && there.before_word > 0;
  return there.all == wanted.all && !joins_before && !joins_behind;
}

/// Whether a text has a word in small letters, which a translation usually changes.
bool has_small_word(std::string_view text) {
  constexpr size_t kFewestLetters = 3;
  return std::ranges::any_of(words_between_blanks(text), [](std::string_view word) {
    const size_t letters = text::run_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
    return letters >= kFewestLetters && !has_word_character(word.substr(letters));
  });
}

/// Size in bytes of the letters, including hyphens between them, at the beginning of a text.
size_t compound_at_begin(std::string_view text) {
  size_t size = word_at_begin(text);
  while (size > 0 && text.substr(size).starts_with('-')) {
    const size_t next = word_at_begin(text.substr(size + 1));
    if (next == 0) break;
    size += 1 + next;
  }
  return size;
}

/// The text with `digits` in place of each word that spells them; adds the number of such words to
/// `count`.
std::string with_digits(std::string_view text, const std::string& digits, size_t& count) {
  std::string result;
  while (!text.empty()) {
    const size_t word = compound_at_begin(text);
    const auto number = spelled_number(text.substr(0, word));
    const bool is_spelled = number && str(*number) == digits;
    const size_t size = word > 0 ? word : std::max<size_t>(first_code_point(text).length, 1);
    result += is_spelled ? digits : text.substr(0, size);
    count += is_spelled ? 1 : 0;
    text.remove_prefix(size);
  }
  return result;
}

}  // namespace

void write_in_digits(Candidate& candidate, const Reading& reading) {
  for (const auto& item : reading.items) {
    const size_t wanted = times_wanted(item, reading).all;
    const size_t there = times_in(item, candidate.text).all;
    size_t spelled_in_source = 0, spelled = 0;
    with_digits(reading.text, item, spelled_in_source);
    auto text = with_digits(candidate.text, item, spelled);
    if (spelled_in_source > 0 || spelled == 0 || there + spelled != wanted) continue;
    candidate.text = std::move(text);
    for (auto& word : candidate.words) word = with_digits(word, item, spelled);
  }
}

bool keeps_items(const Candidate& candidate, const Reading& reading) {
  const bool is_same = candidate.text == reading.text;
  if (is_same && !reading.items.empty() && has_small_word(reading.text)) return false;
  return std::ranges::all_of(reading.items, [&](const std::string& item) {
    return keeps_item(item, candidate.text, reading) ||
           times_of_french_ordinal(item, candidate.text) == times_wanted(item, reading).all;
  });
}

}  // namespace regard::translate
