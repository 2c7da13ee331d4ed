#include "serve/header_parameters.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"

namespace regard::serve {
namespace {

bool is_token(std::string_view text) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return is_ascii_letter(c) || is_ascii_digit(c) || kMarks.find(c) != std::string_view::npos;
  });
}

/// Takes a quoted value, whose quote `text` begins with.
std::optional<std::string> take_quoted(std::string_view& text) {
  std::string value;
  for (size_t at = 1; at < text.size(); ++at) {
    const char c = text[at];
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (c == '"') {
      text.remove_prefix(at + 1);
      return value;
    }
    if (c == '\\' && (next == '"' || next == '\\')) ++at;
    value += text[at];
  }
  return {};
}

std::optional<std::string> take_value(std::string_view& text) {
  if (text.starts_with('"')) return take_quoted(text);
  const auto value = trimmed(text.substr(0, text.find(';')));
  text.remove_prefix(std::min(text.find(';'), text.size()));
  if (!is_token(value)) return {};
  return std::string(value);
}

}  // namespace

std::optional<HeaderValue> header_value(std::string_view text) {
  const size_t end = std::min(text.find(';'), text.size());
  HeaderValue header = {.value = lower_ascii(trimmed(text.substr(0, end))), .parameters = {}};
  text = trimmed(text.substr(end));
  while (!text.empty()) {
    if (text[0] != ';') return {};
    text = trimmed(text.substr(1));
    if (text.empty()) break;  // a semicolon at the end
    const auto name = text.substr(0, std::min(text.find('='), text.size()));
    if (!is_token(name) || name.size() == text.size()) return {};
    text.remove_prefix(name.size() + 1);
    auto value = take_value(text);
    if (!value) return {};
    if (!header.parameters.emplace(lower_ascii(name), std::move(*value)).second) return {};
    text = trimmed(text);
  }
  return header;
}

}  // namespace regard::serve
