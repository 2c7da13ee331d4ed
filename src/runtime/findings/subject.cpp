#include "findings/subject.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::findings {

const LanguageGuess& Subject::language(Side side) {
  auto& guess = guesses_.at(static_cast<size_t>(side));
  if (!guess) guess = language_of_ ? language_of_(text(side)) : LanguageGuess{};
  return *guess;
}

void Subject::turn_round() {
  std::swap(pair.source, pair.target);
  std::swap(guesses_[0], guesses_[1]);
}

void tidy(std::string& text) {
  bool has_breaks = false;
  for (const char c : text) has_breaks |= c == '\t' || c == '\n' || c == '\r';
  if (has_breaks) {
    std::string line;
    for (const char c : text) {
      const bool is_break = c == '\t' || c == '\n' || c == '\r';
      if (!is_break) line += c;
      if (is_break && !line.ends_with(' ')) line += ' ';
    }
    text = std::move(line);
  }
  const auto inner = trimmed(text);
  if (inner.size() < text.size()) text = std::string(inner);
}

std::string essence(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (static_cast<unsigned char>(c) < 0x80) {
      if (is_ascii_letter(c)) plain += lower_ascii(c);
      if (is_ascii_digit(c)) plain += '0';
      ++at;
      continue;
    }
    const auto [value, length] = first_code_point(text.substr(at));
    at += std::max<size_t>(length, 1);
    if (length > 0 && text::is_of_word(value)) append_utf8(text::lower(value), plain);
  }
  return plain;
}

}  // namespace regard::findings
