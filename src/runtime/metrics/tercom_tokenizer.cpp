#include "metrics/tercom_tokenizer.h"

#include "base/utf8.h"
#include "metrics/mteval_rules.h"
#include "metrics/unicode.h"

namespace regard::metrics {
namespace {

bool is_asian_punctuation(char32_t c) {
  return c == 0x3001 || c == 0x3002 || (c >= 0x3008 && c <= 0x3011) ||
         (c >= 0x3014 && c <= 0x301F) || (c >= 0xFF61 && c <= 0xFF65) || c == 0x30FB;
}

bool is_full_width_punctuation(char32_t c) {
  return c == 0xFF0E || c == 0xFF0C || c == 0xFF1F || c == 0xFF1A || c == 0xFF1B || c == 0xFF01 ||
         c == 0xFF02 || c == 0xFF08 || c == 0xFF09;
}

bool is_east_asian_punctuation(char32_t c) {
  return is_asian_punctuation(c) || is_full_width_punctuation(c);
}

/// Characters that are words: ideographs, radicals, strokes, compatibility forms, enclosed letters.
/// Kana are not, because Tercom's rules for them require a line that begins with one, and every
/// line begins with a space by then. The end of the enclosed letters, U+3F22, is an error that
/// sacreBLEU keeps.
bool is_asian_word(char32_t c) {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) ||
         (c >= 0x31C0 && c <= 0x31EF) || (c >= 0x2E80 && c <= 0x2EFF) ||
         (c >= 0x3200 && c <= 0x3F22) || (c >= 0xF900 && c <= 0xFAFF) ||
         (c >= 0xFE30 && c <= 0xFE4F);
}

bool is_western_punctuation(char32_t c) {
  constexpr std::u32string_view kPunctuation = U".,?:;!\"()";
  return kPunctuation.find(c) != std::u32string_view::npos;
}

std::string normalize(std::string text) {
  replace_all(text, "\n-", "");
  replace_all(text, "\n", " ");
  decode_entities(text);
  text = separate_punctuation(" " + text + " ");
  replace_all(text, "'s ", " 's ");
  return separate_stops_and_hyphens(text);
}

std::string separate_asian_words(std::string_view text) {
  std::string out;
  out.reserve(text.size() * 2);
  for (const char32_t c : decode_utf8(text)) {
    const bool alone = is_asian_word(c) || is_east_asian_punctuation(c);
    if (alone) out += ' ';
    append_utf8(c, out);
    if (alone) out += ' ';
  }
  return out;
}

std::string remove_punctuation(std::string_view text, bool east_asian) {
  std::string out;
  out.reserve(text.size());
  for (const char32_t c : decode_utf8(text)) {
    if (is_western_punctuation(c) || (east_asian && is_east_asian_punctuation(c))) continue;
    append_utf8(c, out);
  }
  return out;
}

}  // namespace

std::string tokenize_tercom(std::string_view line, const TerOptions& options) {
  std::string text = options.case_sensitive ? std::string(line) : lower(line);
  if (options.normalized) text = normalize(std::move(text));
  if (options.normalized && options.asian_support) text = separate_asian_words(text);
  if (options.no_punct) text = remove_punctuation(text, options.asian_support);
  return text;
}

}  // namespace regard::metrics
