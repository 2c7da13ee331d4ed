#include "documents/subtitle_lines.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::documents {
namespace {

using Kind = TextPart::Kind;

/// A line of a subtitle without codes.
struct Line {
  std::string text = {};
  bool has_voice = false;  ///< begins with <v NAME>
};

std::vector<Line> lines_of(const std::vector<TextPart>& parts) {
  std::vector<Line> lines(1);
  for (const auto& part : parts) {
    auto& line = lines.back();
    if (part.kind == Kind::ends) {
      lines.emplace_back();
    } else if (part.kind == Kind::text) {
      line.text += part.bytes;
    } else if (part.kind == Kind::opens && trimmed(line.text).empty()) {
      line.has_voice |= part.bytes.starts_with("<v ") || part.bytes.starts_with("<v.");
    }
  }
  for (auto& line : lines) line.text = std::string(trimmed(line.text));
  return lines;
}

bool begins_with_dash(const Line& line) {
  return line.text.starts_with('-') || line.text.starts_with("\u2013") ||
         line.text.starts_with("\u2014");
}

bool is_capital_letter(char c) { return c >= 'A' && c <= 'Z'; }

/// Whether a line begins like "JOHN: Come in."; with `in_any_case`, also like "John: Come in.".
bool begins_with_name(const Line& line, bool in_any_case) {
  constexpr size_t kLongest = 24, kShortest = 2;
  const size_t colon = line.text.find(':');
  if (colon == std::string::npos || colon > kLongest || colon < kShortest) return false;
  const bool is_whole = colon + 1 == line.text.size() || line.text[colon + 1] == ' ';
  if (!is_whole || !is_capital_letter(line.text[0])) return false;
  const auto is_of_name = [&](char c) {
    const bool is_small = c >= 'a' && c <= 'z';
    return is_capital_letter(c) || is_ascii_digit(c) || (is_small && in_any_case) ||
           (c & '\x80') != 0 || std::string_view(" .'-#").find(c) != std::string_view::npos;
  };
  return std::all_of(line.text.begin(), line.text.begin() + static_cast<std::ptrdiff_t>(colon),
                     is_of_name);
}

/// Whether a line is a sound: "[DOOR OPENS]".
bool is_sound(const Line& line) {
  const auto& text = line.text;
  return (text.starts_with('[') && text.find(']') + 1 == text.size()) ||
         (text.starts_with('(') && text.find(')') + 1 == text.size());
}

}  // namespace

std::string speaker_of(const std::vector<TextPart>& parts) {
  const auto first = lines_of(parts).front();
  if (first.has_voice) {
    return std::ranges::find(parts, Kind::opens, &TextPart::kind)->bytes;
  }
  return begins_with_name(first, false) ? first.text.substr(0, first.text.find(':'))
                                        : std::string();
}

bool ends_sentence(std::string_view text) {
  constexpr std::u32string_view kEnds = U".!?:\u2026\u266A\u266B#";
  constexpr std::u32string_view kClosing = U"\"')]\u00BB\u201D\u2019 \u00A0";
  while (!text.empty() && text::is_among(last_code_point(text), kClosing)) {
    text.remove_suffix(last_character_size(text));
  }
  return text.empty() || text::is_among(last_code_point(text), kEnds);
}

bool join_lines(std::vector<TextPart>& parts) {
  const auto lines = lines_of(parts);
  const auto all = [&](const auto& holds) {
    return lines.size() > 1 && std::ranges::all_of(lines, holds);
  };
  const bool stay =
      all(begins_with_dash) || all([](const Line& line) { return begins_with_name(line, true); });
  bool has_lines = false;
  size_t number = 0;
  for (auto& part : parts) {
    if (part.kind != Kind::ends) continue;
    const auto& line = lines[number++];
    const auto& next = lines[number];
    // A single dash may be part of a sentence.
    const bool is_answer =
        begins_with_dash(next) && (begins_with_dash(lines.front()) || ends_sentence(line.text));
    const bool stays = stay || is_answer || next.has_voice || begins_with_name(next, false) ||
                       is_sound(line) || is_sound(next);
    if (!stays) part = {.kind = Kind::text, .bytes = " "};
    has_lines |= stays;
  }
  return has_lines;
}

}  // namespace regard::documents
