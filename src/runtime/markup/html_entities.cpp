#include "markup/html_names.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "markup/html_entity_names.h"

namespace regard::serve {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

char32_t numbered_character(uint32_t number) {
  constexpr uint32_t kFirst = 0x80, kSurrogates = 0xD800, kAfterSurrogates = 0xE000,
                     kLast = 0x10FFFF;
  // On many pages, numeric references in this range mean Windows-1252 characters.
  if (number >= kFirst && number < kFirst + kWindows1252.size()) {
    return kWindows1252[number - kFirst];
  }
  const bool is_surrogate = number >= kSurrogates && number < kAfterSurrogates;
  return number == 0 || number > kLast || is_surrogate ? kReplacement : number;
}

CharacterReference numeric_reference(std::string_view text) {
  const bool is_hexadecimal = text.size() > 2 && (text[2] == 'x' || text[2] == 'X');
  const size_t begin = is_hexadecimal ? 3 : 2;
  size_t end = begin;
  uint32_t number = 0;
  for (; end < text.size(); ++end) {
    const int digit = hexadecimal_value(text[end]);
    if (digit < 0 || (digit > 9 && !is_hexadecimal)) break;
    constexpr uint32_t kTooLarge = 0x110000;
    number =
        std::min(number * (is_hexadecimal ? 16U : 10U) + static_cast<uint32_t>(digit), kTooLarge);
  }
  if (end == begin) return {};
  if (text.substr(end).starts_with(';')) ++end;
  return {.length = end, .character = numbered_character(number)};
}

char32_t named_character(std::string_view name) {
  const auto found = std::ranges::lower_bound(kNamedCharacters, name, {}, &NamedCharacter::name);
  return found != kNamedCharacters.end() && found->name == name ? found->character : 0;
}

/// Whether browsers accept the name without a semicolon, as the earliest browsers did.
bool is_old_name(char32_t character) { return character <= 0xFF && character != U'\''; }

/// Whether a markup character at this position begins neither a tag nor a reference, and does not
/// end a CDATA section.
bool is_harmless(std::string_view text, size_t at) {
  const char next = at + 1 < text.size() ? text[at + 1] : ' ';
  if (text[at] == '<') {
    return !is_ascii_letter(next) && next != '/' && next != '!' && next != '?' && next != '<';
  }
  if (text[at] == '>') return !text.substr(0, at).ends_with("]]");
  return next != '#' && character_reference(text.substr(at)).length == 0;
}

}  // namespace

CharacterReference character_reference(std::string_view text) {
  if (text.size() < 2 || text[0] != '&') return {};
  if (text[1] == '#') return numeric_reference(text);
  constexpr size_t kLongestName = 40;
  const auto is_of_name = [](char c) { return is_ascii_letter(c) || is_ascii_digit(c); };
  size_t end = 1;
  while (end < std::min(text.size(), kLongestName) && is_of_name(text[end])) ++end;
  if (end == 1) return {};
  if (text.substr(end).starts_with(';')) {
    const auto character = named_character(text.substr(1, end - 1));
    if (character != 0) return {.length = end + 1, .character = character};
  }
  constexpr size_t kLongestOldName = 6;
  for (size_t old = std::min(end, kLongestOldName + 1); old > 2; --old) {
    const auto character = named_character(text.substr(1, old - 1));
    if (character != 0 && is_old_name(character)) return {.length = old, .character = character};
  }
  return {.length = text.substr(end).starts_with(';') ? end + 1 : 0};
}

void append_escaped(std::string_view text, std::string& html) {
  append_escaped(text, 0, text.size(), {}, html);
}

void append_escaped(std::string_view text, size_t begin, size_t size, std::string_view plain,
                    std::string& html) {
  for (size_t at = begin; at < begin + size; ++at) {
    const char c = text[at];
    const bool stays = plain.find(c) != std::string_view::npos && is_harmless(text, at);
    if (c == '&' && !stays) {
      html += "&amp;";
    } else if (c == '<' && !stays) {
      html += "&lt;";
    } else if (c == '>' && !stays) {
      html += "&gt;";
    } else {
      html += c;
    }
  }
}

}  // namespace regard::serve
