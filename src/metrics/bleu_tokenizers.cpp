#include "regard/metrics/bleu_tokenizers.h"

#include <utf8proc.h>

#include <array>

#include "mteval_rules.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/base/utf8.h"
#include "regard/metrics/unicode.h"

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
  decode_entities(text);
  text = separate_stops_and_hyphens(separate_punctuation(text));
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
