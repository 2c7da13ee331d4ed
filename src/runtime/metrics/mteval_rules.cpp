#include "metrics/mteval_rules.h"

#include "base/ascii.h"

namespace regard::metrics {
namespace {

bool is_stop(char c) { return c == '.' || c == ','; }

bool is_separate(char c) {
  return (c >= '!' && c <= '&') || (c >= '(' && c <= '+') || c == '/' || (c >= ':' && c <= '@') ||
         (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

}  // namespace

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (auto i = text.find(from); i != std::string::npos; i = text.find(from, i + to.size())) {
    text.replace(i, from.size(), to);
  }
}

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
