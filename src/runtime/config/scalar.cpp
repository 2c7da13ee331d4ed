#include "regard/config/scalar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/utf8.h"

namespace regard::config {
namespace {

// Compares with YAML 1.1's three spellings: "yes", "Yes" and "YES"; ".inf", ".Inf" and ".INF".
bool is_word(std::string_view text, std::string_view word) {
  if (word.starts_with('.'))
    return text.starts_with('.') && is_word(text.substr(1), word.substr(1));
  if (text.size() != word.size()) return false;
  const auto upper = [](char c) { return static_cast<char>(c - 'a' + 'A'); };
  std::string capitals(word);
  std::transform(word.begin(), word.end(), capitals.begin(), upper);
  std::string capitalized(word);
  capitalized[0] = capitals[0];
  return text == word || text == capitalized || text == capitals;
}

template <class Value>
std::optional<Value> parse_number(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  Value value{};
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ec != std::errc() || result.ptr != end) return std::nullopt;
  return value;
}

template <class Number>
std::optional<Auto<Number>> parse_auto(std::string_view text,
                                       std::optional<Number> (*parse)(std::string_view)) {
  if (text == "auto") return Auto<Number>{};
  const auto number = parse(text);
  return number ? std::optional(Auto<Number>(*number)) : std::nullopt;
}

}  // namespace

std::optional<bool> parse_bool(std::string_view text) {
  for (const auto* word : {"true", "yes", "on"}) {
    if (is_word(text, word)) return true;
  }
  for (const auto* word : {"false", "no", "off"}) {
    if (is_word(text, word)) return false;
  }
  return std::nullopt;
}

std::optional<int64_t> parse_int(std::string_view text) { return parse_number<int64_t>(text); }

std::optional<double> parse_double(std::string_view text) {
  const auto value = parse_number<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<AutoInt> parse_auto_int(std::string_view text) { return parse_auto(text, parse_int); }

std::optional<AutoDouble> parse_auto_double(std::string_view text) {
  return parse_auto(text, parse_double);
}

std::string format_value(bool value) { return value ? "true" : "false"; }

std::string format_value(int64_t value) { return std::to_string(value); }

std::string format_value(double value) {
  std::array<char, 40> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  std::string text(buffer.data(), result.ptr);
  const size_t exponent = text.find('e');
  if (exponent == std::string::npos) {
    const bool is_whole = text.find_first_not_of("-0123456789") == std::string::npos;
    return is_whole ? text + ".0" : text;
  }
  // 1e-09 -> 1e-9
  while (text[exponent + 2] == '0' && exponent + 3 < text.size()) text.erase(exponent + 2, 1);
  return text;
}

bool looks_like_another_type(std::string_view text) {
  if (text.empty() || text == "~" || is_word(text, "null") || parse_bool(text)) return true;
  if (is_word(text, "y") || is_word(text, "n")) return true;
  if (text[0] == '+' || text[0] == '-') text.remove_prefix(1);
  if (is_word(text, ".inf") || is_word(text, ".nan")) return true;
  // Anything that begins like a number: 1, 2.5, .5, 0x1F, 1_000, 1:20, 2001-01-01.
  const size_t point = text.starts_with('.') ? 1 : 0;
  return text.size() > point && is_ascii_digit(text[point]) &&
         text.find("::") == std::string_view::npos && !text.ends_with(':') &&
         text.find_first_not_of("0123456789+-._:xobeEabcdefABCDEFTZ ") == std::string_view::npos;
}

}  // namespace regard::config
