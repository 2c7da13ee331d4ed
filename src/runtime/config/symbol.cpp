#include "config/symbol.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "base/utf8.h"
#include "regard/base/str.h"

namespace regard::config {
namespace {

/// The names of text/special_tokens.h in SentencePiece's models.
constexpr std::array<std::string_view, 4> kSpecialTokens = {"<pad>", "<unk>", "<s>", "</s>"};
constexpr std::string_view kWordMark = "\u2581";

/// <0x0A>, the name of the piece of a byte (byte_fallback).
bool is_byte(std::string_view symbol) {
  constexpr std::string_view kBegin = "<0x";
  constexpr size_t kSize = 6;
  return symbol.size() == kSize && symbol.starts_with(kBegin) && symbol.ends_with('>') &&
         std::isxdigit(static_cast<unsigned char>(symbol[3])) != 0 &&
         std::isxdigit(static_cast<unsigned char>(symbol[4])) != 0;
}

bool has_space(std::string_view symbol) {
  return std::ranges::any_of(symbol, [](unsigned char c) { return c <= ' ' || c == 0x7F; }) ||
         symbol.find(kWordMark) != std::string_view::npos;
}

}  // namespace

std::optional<std::string> wrong_symbol(const std::string& symbol) {
  if (symbol.empty()) return "is empty";
  if (std::ranges::find(kSpecialTokens, symbol) != kSpecialTokens.end())
    return "is a special token already";
  if (is_byte(symbol)) return "is the name of a byte";
  if (symbol.find(',') != std::string::npos) return "has a comma";
  if (has_space(symbol)) return "is not one word";
  if (first_invalid_utf8(symbol)) return "is not valid UTF-8";
  return std::nullopt;
}

std::optional<std::string> wrong_symbol_of(const std::vector<std::string>& symbols) {
  for (auto symbol = symbols.begin(); symbol != symbols.end(); ++symbol) {
    if (const auto wrong = wrong_symbol(*symbol)) {
      return str(symbol->empty() ? "''" : *symbol, ' ', *wrong);
    }
    if (std::find(symbols.begin(), symbol, *symbol) != symbol) {
      return str(*symbol, " is given twice");
    }
  }
  return std::nullopt;
}

}  // namespace regard::config
