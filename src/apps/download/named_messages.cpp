#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <sstream>
#include <vector>

#include "base/utf8.h"
#include "download/layouts.h"

namespace regard::download {
namespace {

/// Messages by name, sorted by name.
using NamedMessages = std::map<std::string, std::string>;

Texts in_both(const NamedMessages& english, const NamedMessages& french) {
  Texts pairs;
  for (const auto& [name, text] : english) {
    const auto found = french.find(name);
    if (found != french.end()) pairs.emplace_back(text, found->second);
  }
  return pairs;
}

/// Reads Fluent: "name = text", ".attribute = text" within a message, and indented continuation
/// lines. A message that depends on number or gender has no single text.
NamedMessages fluent_messages(const std::string& text) {
  NamedMessages messages;
  std::string message, name;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto content = trimmed(line);
    if (content.empty() || content.front() == '#') continue;
    const bool is_indented = line.front() == ' ' || line.front() == '\t';
    const bool is_attribute = is_indented && content.front() == '.';
    const size_t equals = content.find('=');
    if ((!is_indented || is_attribute) && equals != std::string_view::npos) {
      const std::string key(trimmed(content.substr(0, equals)));
      if (!is_attribute) message = key;
      name = is_attribute ? message + key : key;
      messages[name] = trimmed(content.substr(equals + 1));
    } else if (is_indented && !name.empty()) {
      auto& value = messages[name];
      if (!value.empty()) value += ' ';
      value += content;
    }
  }
  std::erase_if(messages, [](const auto& one) {
    return one.second.find("->") != std::string::npos || one.first.starts_with('-');
  });
  return messages;
}

/// Decodes an escape in double quotes, such as \\u00e9, whose letter is at `at`; moves `at` to its
/// last character. White space becomes a space, because a message is one line.
std::string yaml_escape(std::string_view value, size_t& at) {
  constexpr std::string_view kSpaces = "nrtvfNLP_ ", kNothing = "abe0";
  const char letter = value[at];
  if (kSpaces.find(letter) != std::string_view::npos) return " ";
  if (kNothing.find(letter) != std::string_view::npos) return {};
  const size_t digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
  uint32_t number = 0;
  const auto* begin = value.data() + at + 1;
  const auto* end = begin + std::min(digits, value.size() - at - 1);
  if (digits == 0 || std::from_chars(begin, end, number, 16).ptr != begin + digits) {
    return {letter};
  }
  at += digits;
  std::string text;
  append_utf8(number, text);
  return replace_invalid_utf8(text);  // half of a surrogate pair is not a character
}

/// A value, quoted or plain; empty if it continues on further lines.
std::string yaml_value(std::string_view value) {
  if (value.empty() || std::string_view("|>&*!").find(value.front()) != std::string_view::npos) {
    return {};
  }
  const char quote = value.front();
  if (quote != '"' && quote != '\'') return std::string(value.substr(0, value.find(" #")));
  std::string text;
  for (size_t at = 1; at < value.size(); ++at) {
    const char c = value[at];
    const bool is_double =
        c == '\'' && quote == c && at + 1 < value.size() && value[at + 1] == quote;
    if (c == quote && !is_double) return text;
    const bool is_escape = c == '\\' && quote == '"' && at + 1 < value.size();
    if (is_double || is_escape) ++at;
    text += is_escape ? yaml_escape(value, at) : std::string(1, value[at]);
  }
  return {};  // the value does not end on this line
}

/// The messages of Rails. Keys are nested by indentation; the first key is the language.
NamedMessages locale_messages(const std::string& text) {
  NamedMessages messages;
  std::vector<std::pair<size_t, std::string>> open;  // indentation, name with the outer names
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto content = trimmed(line);
    if (content.empty() || content.front() == '#') continue;
    const size_t indent = line.find_first_not_of(' '), colon = content.find(':');
    if (colon == std::string_view::npos) continue;
    while (!open.empty() && open.back().first >= indent) open.pop_back();
    const std::string key(trimmed(content.substr(0, colon)));
    const bool is_language = open.empty();
    const auto name = is_language ? "" : open.back().second + '.' + key;
    open.emplace_back(indent, name);
    const auto value = yaml_value(trimmed(content.substr(colon + 1)));
    if (!value.empty() && !is_language) messages[name] = value;
  }
  return messages;
}

}  // namespace

std::string french_fluent(const std::string& english_name) {
  constexpr std::string_view kEnglish = "/en/";
  const size_t at = english_name.find(kEnglish);
  if (at == std::string::npos || !english_name.ends_with(".ftl")) return {};
  return std::string(english_name).replace(at, kEnglish.size(), "/fr/");
}

Texts pairs_of_fluent(const std::string& english, const std::string& french) {
  return in_both(fluent_messages(english), fluent_messages(french));
}

std::string french_locale(const std::string& english_name) {
  constexpr std::string_view kEnglish = "/config/locales/en.yml";
  if (!english_name.ends_with(kEnglish)) return {};
  return english_name.substr(0, english_name.size() - 6) + "fr.yml";
}

Texts pairs_of_locales(const std::string& english, const std::string& french) {
  return in_both(locale_messages(english), locale_messages(french));
}

}  // namespace regard::download
