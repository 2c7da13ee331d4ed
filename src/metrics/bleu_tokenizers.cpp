#include "regard/metrics/bleu_tokenizers.h"

#include <utf8proc.h>

#include <array>

#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/base/utf8.h"
#include "regard/metrics/unicode.h"

namespace regard::metrics {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_stop(char c) { return c == '.' || c == ','; }

/// ASCII punctuation that always stands alone in 13a: all of it but the apostrophe, comma, hyphen
/// and full stop.
bool is_separate(char c) {
  return (c >= '!' && c <= '&') || (c >= '(' && c <= '+') || c == '/' || (c >= ':' && c <= '@') ||
         (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (auto i = text.find(from); i != std::string::npos; i = text.find(from, i + to.size())) {
    text.replace(i, from.size(), to);
  }
}

std::string join(const std::vector<std::string_view>& words) {
  std::string joined;
  for (const std::string_view word : words) {
    if (!joined.empty()) joined += ' ';
    joined += word;
  }
  return joined;
}

// The rules of 13a, in its order. They look at bytes: all that they search for is ASCII, and in
// UTF-8 no byte of a longer sequence is. Like a regular expression that replaces, a rule goes on
// after what it has matched, neighbour included: in "x.,.y" the rule for stops after non-digits
// finds "x." and ",.", never ".,".

/// Punctuation stands alone.
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

/// A full stop or comma stands alone unless a digit comes before it.
std::string separate_stops_after_nondigits(std::string_view line) {
  std::string out;
  out.reserve(line.size() * 2);
  for (std::size_t i = 0; i < line.size(); ++i) {
    out += line[i];
    if (!is_digit(line[i]) && i + 1 < line.size() && is_stop(line[i + 1])) {
      out += {' ', line[i + 1], ' '};
      ++i;
    }
  }
  return out;
}

/// A full stop or comma stands alone unless a digit comes after it.
std::string separate_stops_before_nondigits(std::string_view line) {
  std::string out;
  out.reserve(line.size() * 2);
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (is_stop(line[i]) && i + 1 < line.size() && !is_digit(line[i + 1])) {
      out += {' ', line[i], ' ', line[i + 1]};
      ++i;
    } else {
      out += line[i];
    }
  }
  return out;
}

/// A hyphen stands alone when a digit comes before it.
std::string separate_hyphens_after_digits(std::string_view line) {
  std::string out;
  out.reserve(line.size() * 2);
  for (std::size_t i = 0; i < line.size(); ++i) {
    out += line[i];
    if (is_digit(line[i]) && i + 1 < line.size() && line[i + 1] == '-') {
      out += " - ";
      ++i;
    }
  }
  return out;
}

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

std::string keep(std::string_view line) { return std::string(line); }

constexpr std::array kTokenizers = {
    BleuTokenizer{"13a",
                  "mteval-v13a, the usual choice for languages that put spaces between words",
                  tokenize_13a},
    BleuTokenizer{"none", "the words as they stand in the text", keep},
    BleuTokenizer{"char", "every character a word", tokenize_char},
    BleuTokenizer{"intl", "mteval-v14: Unicode punctuation and symbols", tokenize_intl},
};

}  // namespace

std::span<const BleuTokenizer> bleu_tokenizers() { return kTokenizers; }

const BleuTokenizer& bleu_tokenizer(std::string_view name) {
  std::string names;
  for (const BleuTokenizer& tokenizer : kTokenizers) {
    if (tokenizer.name == name) return tokenizer;
    names += str(names.empty() ? "" : ", ", tokenizer.name);
  }
  throw Error(str("there is no BLEU tokenizer \"", name, "\""), {}, str("use one of ", names));
}

std::string tokenize_13a(std::string_view line) {
  std::string text;
  text.reserve(line.size() + 2);
  text.append(" ").append(line).append(" ");
  replace_all(text, "<skipped>", "");
  replace_all(text, "-\n", "");
  replace_all(text, "\n", " ");
  if (text.find('&') != std::string::npos) {
    replace_all(text, "&quot;", "\"");
    replace_all(text, "&amp;", "&");
    replace_all(text, "&lt;", "<");
    replace_all(text, "&gt;", ">");
  }
  text = separate_punctuation(text);
  text = separate_stops_after_nondigits(text);
  text = separate_stops_before_nondigits(text);
  text = separate_hyphens_after_digits(text);
  return join(split(text));
}

std::string tokenize_intl(std::string_view line) {
  std::u32string text = decode_utf8(line);

  std::u32string after_nonnumbers;  // punctuation stands alone unless a number comes before it
  for (std::size_t i = 0; i < text.size(); ++i) {
    after_nonnumbers += text[i];
    if (!is_number(text[i]) && i + 1 < text.size() && is_punctuation(text[i + 1])) {
      after_nonnumbers += {U' ', text[i + 1], U' '};
      ++i;
    }
  }
  text = std::move(after_nonnumbers);

  std::string out;  // and unless one comes after it; a symbol always does
  const auto append = [&out](char32_t c) {
    const bool symbol = classify(c) == CharacterClass::symbol;
    if (symbol) out += ' ';
    append_utf8(c, out);
    if (symbol) out += ' ';
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_punctuation(text[i]) && i + 1 < text.size() && !is_number(text[i + 1])) {
      out += ' ';
      append_utf8(text[i], out);
      out += ' ';
      append(text[++i]);
    } else {
      append(text[i]);
    }
  }
  return join(split(out));
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

}  // namespace regard::metrics
