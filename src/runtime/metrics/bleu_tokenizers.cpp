#include "metrics/bleu_tokenizers.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/replaced.h"
#include "base/utf8.h"
#include "metrics/unicode.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::metrics {
namespace {

enum class CharacterClass { punctuation, symbol, number, other };

CharacterClass classify(char32_t code_point) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(code_point))) {
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO:
      return CharacterClass::punctuation;
    case UTF8PROC_CATEGORY_SM:
    case UTF8PROC_CATEGORY_SC:
    case UTF8PROC_CATEGORY_SK:
    case UTF8PROC_CATEGORY_SO:
      return CharacterClass::symbol;
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
      return CharacterClass::number;
    default:
      return CharacterClass::other;
  }
}

bool is_punctuation(char32_t c) { return classify(c) == CharacterClass::punctuation; }
bool is_number(char32_t c) { return classify(c) == CharacterClass::number; }

/// Uses sacreBLEU's ranges for Chinese. Two of them have one digit too many for their escape
/// sequences, so one of them covers U+2001 to U+2A6D, including dashes and curly quotes.
bool is_chinese(char32_t c) {
  constexpr std::array<std::pair<char32_t, char32_t>, 13> kRanges = {{
      {0x2001, 0x2A6D},
      {0x2E80, 0x2FDF},
      {0x2FF0, 0x303F},
      {0x3100, 0x312F},
      {0x31A0, 0x31BF},
      {0x31C0, 0x31EF},
      {0x3200, 0x4DB5},
      {0x4E00, 0x9FBB},
      {0xF900, 0xFA2D},
      {0xFA30, 0xFA6A},
      {0xFA70, 0xFAD9},
      {0xFE10, 0xFE1F},
      {0xFE30, 0xFE4F},
  }};
  const bool full_width = c >= 0xFF00 && c <= 0xFFEF;
  return full_width || std::any_of(kRanges.begin(), kRanges.end(), [c](const auto& range) {
           return range.first <= c && c <= range.second;
         });
}

std::string keep(std::string_view line) { return std::string(line); }

constexpr std::array kTokenizers = {
    BleuTokenizer{"13a",
                  "mteval-v13a, the usual choice for languages that put spaces between words",
                  tokenize_13a},
    BleuTokenizer{"none", "the words as they are in the text", keep},
    BleuTokenizer{"char", "every character a word", tokenize_char},
    BleuTokenizer{"intl", "mteval-v14: Unicode punctuation and symbols", tokenize_intl},
    BleuTokenizer{"zh", "every Chinese character a word, the rest as 13a", tokenize_zh},
};

}  // namespace

std::span<const BleuTokenizer> bleu_tokenizers() { return kTokenizers; }

const BleuTokenizer& bleu_tokenizer(std::string_view name) {
  for (const BleuTokenizer& tokenizer : kTokenizers) {
    if (tokenizer.name == name) return tokenizer;
  }
  throw Error(str("unknown BLEU tokenizer '", name, "'"), {},
              "use one of " + join(kTokenizers, ", ", &BleuTokenizer::name));
}

std::string tokenize_13a(std::string_view line) {
  std::string text;
  text.reserve(line.size() + 2);
  text.append(" ").append(line).append(" ");
  replace_all(text, "<skipped>", "");
  replace_all(text, "-\n", "");
  replace_all(text, "\n", " ");
  decode_entities(text);
  text = separate_stops_and_hyphens(separate_punctuation(text));
  return join(split(text), " ");
}

std::string tokenize_intl(std::string_view line) {
  const auto after_nonnumber = [](char32_t a, char32_t b) {
    return !is_number(a) && is_punctuation(b);
  };
  const auto before_nonnumber = [](char32_t a, char32_t b) {
    return is_punctuation(a) && !is_number(b);
  };
  auto text = replace_pairs<char32_t>(decode_utf8(line), after_nonnumber, second_alone<char32_t>);
  text = replace_pairs<char32_t>(text, before_nonnumber, first_alone<char32_t>);
  std::string out;
  for (const char32_t c : text) {
    const bool symbol = classify(c) == CharacterClass::symbol;
    if (symbol) out += ' ';
    append_utf8(c, out);
    if (symbol) out += ' ';
  }
  return join(split(out), " ");
}

std::string tokenize_zh(std::string_view line) {
  std::string text;
  text.reserve(line.size() * 2);
  bool started = false;  // leading white space is ignored, even as a neighbor
  for (const char32_t c : decode_utf8(strip_right(line))) {
    started = started || !is_white_space(c);
    if (!started) continue;
    const bool chinese = is_chinese(c);
    if (chinese) text += ' ';
    append_utf8(c, text);
    if (chinese) text += ' ';
  }
  return join(split(separate_stops_and_hyphens(separate_punctuation(text))), " ");
}

std::string tokenize_char(std::string_view line) {
  std::string out;
  out.reserve(line.size() * 2);
  for (const char32_t code_point : decode_utf8(line)) {
    if (!out.empty()) out += ' ';
    append_utf8(code_point, out);
  }
  return out;
}

namespace {

bool is_stop(char c) { return c == '.' || c == ','; }

bool is_separate(char c) {
  return (c >= '!' && c <= '&') || (c >= '(' && c <= '+') || c == '/' || (c >= ':' && c <= '@') ||
         (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

}  // namespace

void decode_entities(std::string& text) {
  if (text.find('&') == std::string::npos) return;
  replace_all(text, "&quot;", "\"");
  replace_all(text, "&amp;", "&");
  replace_all(text, "&lt;", "<");
  replace_all(text, "&gt;", ">");
}

std::string separate_punctuation(std::string_view line) {
  std::string out;
  out.reserve(line.size() * 2);
  for (const char c : line) {
    if (is_separate(c)) {
      out += {' ', c, ' '};
    } else {
      out += c;
    }
  }
  return out;
}

std::string separate_stops_and_hyphens(std::string_view line) {
  const auto after_nondigit = [](char a, char b) { return !is_ascii_digit(a) && is_stop(b); };
  const auto before_nondigit = [](char a, char b) { return is_stop(a) && !is_ascii_digit(b); };
  const auto hyphen_after_digit = [](char a, char b) { return is_ascii_digit(a) && b == '-'; };
  auto text = replace_pairs(line, after_nondigit, second_alone<char>);
  text = replace_pairs<char>(text, before_nondigit, first_alone<char>);
  return replace_pairs<char>(text, hyphen_after_digit, second_alone<char>);
}

}  // namespace regard::metrics
