#include "mteval_rules.h"

#include "regard/base/ascii.h"

namespace regard::metrics {
namespace {

bool is_stop(char c) { return c == '.' || c == ','; }

bool is_separate(char c) {
  return (c >= '!' && c <= '&') || (c >= '(' && c <= '+') || c == '/' || (c >= ':' && c <= '@') ||
         (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

/// A full stop or comma stands alone unless a digit comes before it.
std::string separate_stops_after_nondigits(std::string_view line) {
  std::string out;
  out.reserve(line.size() * 2);
  for (std::size_t i = 0; i < line.size(); ++i) {
    out += line[i];
    if (!is_ascii_digit(line[i]) && i + 1 < line.size() && is_stop(line[i + 1])) {
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
    if (is_stop(line[i]) && i + 1 < line.size() && !is_ascii_digit(line[i + 1])) {
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
    if (is_ascii_digit(line[i]) && i + 1 < line.size() && line[i + 1] == '-') {
      out += " - ";
      ++i;
    }
  }
  return out;
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
  return separate_hyphens_after_digits(
      separate_stops_before_nondigits(separate_stops_after_nondigits(line)));
}

std::string join(const std::vector<std::string_view>& words) {
  std::string joined;
  for (const std::string_view word : words) {
    if (!joined.empty()) joined += ' ';
    joined += word;
  }
  return joined;
}

}  // namespace regard::metrics
