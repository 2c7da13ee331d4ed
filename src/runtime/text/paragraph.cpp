#include "text/paragraph.h"

#include <algorithm>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::text {
namespace {

constexpr int64_t kNarrow = 40;  // in characters; text is rarely wrapped to fewer

bool ends_in_mark(std::string_view words) {
  const auto characters = characters_of(words);
  auto last = characters.rbegin();
  while (last != characters.rend() && closes(last->value)) ++last;
  return last != characters.rend() && (ends_sentence(last->value) || last->value == U':');
}

bool begins_small(std::string_view words) { return is_small(first_code_point(words).value); }

bool has_end_mark(std::string_view words) {
  return words.find_first_of(".!?") != std::string_view::npos ||
         words.find("\u2026") != std::string_view::npos;
}

}  // namespace

int64_t width_of(std::string_view text) {
  return std::ranges::count_if(text, [](char c) {
    return !continues_character(c);  // not a continuation byte
  });
}

bool only_continues_quotes(std::string_view mark, std::string_view first) {
  constexpr std::string_view kOfQuotes = "> \t";
  const auto quotes = [&](std::string_view text) {
    const size_t end = std::min(text.find_first_not_of(kOfQuotes), text.size());
    return std::ranges::count(text.substr(0, end), '>');
  };
  return mark.find_first_not_of(kOfQuotes) == std::string_view::npos &&
         quotes(mark) <= quotes(first) && !trimmed(first).ends_with('#');
}

Paragraph::Paragraph(std::span<const TextLine> lines) : lines_(lines) {
  for (const auto& line : lines) {
    width_ = std::max(width_, width_of(line.words));
    has_end_mark_ = has_end_mark_ || has_end_mark(line.words);
  }
  for (const auto& line : lines.subspan(1)) {
    goes_on_small_ = goes_on_small_ || begins_small(line.words);
  }
}

int64_t Paragraph::width_with_next_word(size_t number) const {
  const auto& next = lines_[number + 1].words;
  return width_of(lines_[number].words) + 1 + width_of(next.substr(0, next.find(' ')));
}

bool Paragraph::goes_on(size_t number) const {
  const auto& line = lines_[number];
  const bool is_full = width_ >= kNarrow && width_with_next_word(number) > width_;
  if (begins_small(lines_[number + 1].words)) {
    return (has_end_mark_ && !ends_in_mark(line.words)) || is_full;
  }
  return is_full && has_end_mark_ && goes_on_small_ && !ends_in_mark(line.words);
}

bool Paragraph::keeps_break(size_t number) const {
  const bool would_fit = 4 * width_with_next_word(number) <= 3 * width_;
  return width_ < kNarrow || lines_.front().is_indented || would_fit;
}

}  // namespace regard::text
