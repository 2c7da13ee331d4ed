#include "documents/mnemonics.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/utf8.h"

namespace regard::documents {
namespace {

constexpr auto kNone = std::string_view::npos;

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_small(char c) { return c >= 'a' && c <= 'z'; }
char small(char c) { return is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c; }

/// Whether a byte belongs to a letter of any script.
bool is_of_letter(char c) { return is_ascii_letter(c) || (c & '\x80') != 0; }

/// Whether the mark is within a word, as in "E&xit", "Cu_t" and "Zoo_m", but not "AT&T" or a
/// variable name.
bool is_within_word(std::string_view text, size_t mark) {
  constexpr size_t kShort = 3;
  size_t begin = mark, end = mark + 1;
  while (begin > 0 && is_ascii_letter(text[begin - 1])) --begin;
  while (end < text.size() && is_ascii_letter(text[end])) ++end;
  const auto before = text.substr(begin, mark - begin),
             behind = text.substr(mark + 1, end - mark - 1);
  if (before.empty() || behind.empty() || !is_capital(before[0])) return false;
  return (before.size() <= kShort || behind.size() <= kShort) &&
         std::ranges::all_of(before.substr(1), is_small) && std::ranges::all_of(behind, is_small);
}

/// Whether a text begins with a reference: &name;
bool is_reference(std::string_view text) {
  const size_t end =
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#", 1);
  return end != kNone && text[end] == ';';
}

/// Position of the only mark in a text if it marks an access key; otherwise npos.
size_t mark_in(std::string_view text) {
  const size_t mark = text.find_first_of("&_");
  if (mark == kNone || text.find_first_of("&_", mark + 1) != kNone) return kNone;
  const bool has_letter = mark + 1 < text.size() && is_ascii_letter(text[mark + 1]);
  if (!has_letter || is_reference(text.substr(mark))) return kNone;
  const bool begins_word = mark == 0 || text[mark - 1] == ' ' || text[mark - 1] == '(';
  return begins_word || is_within_word(text, mark) ? mark : kNone;
}

/// Position of the first `letter`, or of the first at the beginning of a word; npos if none.
size_t letter_in(std::string_view text, char letter, bool begins_word) {
  for (size_t at = 0; at < text.size(); ++at) {
    if (small(text[at]) != letter) continue;
    if (!begins_word || at == 0 || !is_of_letter(text[at - 1])) return at;
  }
  return kNone;
}

}  // namespace

std::optional<Mnemonic> take_mnemonic(std::vector<TextPart>& parts) {
  const auto text = text_of(parts);
  size_t at = mark_in(text);
  if (at == kNone) return std::nullopt;
  const Mnemonic mnemonic{.mark = text[at], .letter = small(text[at + 1])};
  for (auto& part : parts) {
    if (part.kind != TextPart::Kind::text) continue;
    if (at < part.bytes.size()) {
      part.bytes.erase(at, 1);
      break;
    }
    at -= part.bytes.size();
  }
  return mnemonic;
}

void put_mnemonic(const std::optional<Mnemonic>& mnemonic, std::vector<TextPart>& parts) {
  if (!mnemonic) return;
  const auto put_at = [&](const auto& place_in) {
    for (auto& part : parts) {
      if (part.kind != TextPart::Kind::text) continue;
      const size_t place = place_in(part.bytes);
      if (place == kNone) continue;
      part.bytes.insert(place, 1, mnemonic->mark);
      return true;
    }
    return false;
  };
  for (const bool begins_word : {true, false}) {
    const auto place_in = [&](std::string_view text) {
      return letter_in(text, mnemonic->letter, begins_word);
    };
    if (put_at(place_in)) return;
  }
  put_at([](std::string_view text) {
    const auto* found = std::ranges::find_if(text, is_ascii_letter);
    return found == text.end() ? kNone : static_cast<size_t>(found - text.begin());
  });
}

}  // namespace regard::documents
