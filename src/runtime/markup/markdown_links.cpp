#include "markup/markdown_links.h"

#include <algorithm>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::serve {
namespace {

constexpr size_t kLongest = 1000;  // maximum bytes of an address, a title or a tag

size_t behind_blanks(std::string_view text, size_t at) {
  return std::min(text.find_first_not_of(kBlanks, at), text.size());
}

/// The offset after the possibly empty address that begins at `at`; npos if there is none.
size_t behind_address(std::string_view text, size_t at) {
  if (at < text.size() && text[at] == '<') {
    const size_t end = text.find_first_of("<>\n", at + 1);
    return end != kAbsent && text[end] == '>' ? end + 1 : kAbsent;
  }
  size_t depth = 0;  // nesting depth of parentheses
  for (; at < text.size() && !text::is_among(text[at], kBlanks); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '(') {
      ++depth;
    } else if (text[at] == ')' && depth-- == 0) {
      break;
    }
  }
  return std::min(at, text.size());
}

/// The title that begins at `at`, without its quotes.
std::optional<PlaceRange> title_at(std::string_view text, size_t at) {
  if (at >= text.size() || !text::is_among(text[at], "\"'(")) return std::nullopt;
  const char quote = text[at] == '(' ? ')' : text[at];
  for (size_t end = at + 1; end < text.size(); ++end) {
    if (text[end] == quote) return PlaceRange{at + 1, end};
    if (text[end] == '\\') ++end;
  }
  return std::nullopt;
}

/// An address and an optional title; `closes` must follow.
LinkEnd target_end(std::string_view text, size_t at, auto closes) {
  const size_t address = behind_address(text, at);
  if (address == kAbsent) return {};
  const size_t behind = behind_blanks(text, address);
  if (closes(address)) return {.end = address};
  if (closes(behind)) return {.end = behind};
  if (behind == address) return {};
  const auto title = title_at(text, behind);
  if (!title) return {};
  const size_t end = title->end + 1;
  if (closes(end)) return {.end = end, .title = title};
  const size_t last = behind_blanks(text, end);
  return closes(last) ? LinkEnd{.end = last, .title = title} : LinkEnd{};
}

/// The offset after "[name]:"; 0 if there is none.
size_t behind_label(std::string_view text) {
  if (!text.starts_with('[') || text.starts_with("[^")) return 0;
  const size_t close = text.substr(0, kLongest).find_first_of("[]", 1);
  const bool defines = close != kAbsent && close > 1 && text.substr(close).starts_with("]:");
  return defines ? close + 2 : 0;
}

}  // namespace

LinkEnd link_end(std::string_view text, size_t at) {
  const auto near = text.substr(0, std::min(text.size(), at + kLongest));
  auto end = target_end(near, behind_blanks(near, at + 1),
                        [&](size_t place) { return place < near.size() && near[place] == ')'; });
  if (end.end > 0) ++end.end;
  return end;
}

LinkEnd definition_end(std::string_view text, size_t at) {
  const auto near = text.substr(0, std::min(text.size(), at + kLongest));
  const size_t label = behind_label(near.substr(at));
  if (label == 0) return {};
  const auto next_part = [&](size_t behind) {  // the next part, on the same line or the next one
    const size_t part = behind_blanks(near, behind);
    return std::ranges::count(near.substr(behind, part - behind), '\n') > 1 ? near.size() : part;
  };
  const auto ends_line = [&](size_t place) {
    return trimmed(text.substr(place, text.find('\n', place) - place)).empty();
  };
  const size_t address = next_part(at + label);
  const size_t behind = address == near.size() ? kAbsent : behind_address(near, address);
  if (behind == kAbsent) return {};
  const size_t next = next_part(behind);
  const auto title = next > behind ? title_at(near, next) : std::nullopt;
  if (title && ends_line(title->end + 1)) return {.end = title->end + 1, .title = title};
  return ends_line(behind) ? LinkEnd{.end = behind} : LinkEnd{};
}

std::string label_of(std::string_view name) {
  std::string label;
  for (name = trimmed(name); !name.empty(); name = trimmed(name)) {
    const size_t word = std::min(name.find_first_of(kBlanks), name.size());
    label += (label.empty() ? "" : " ") + lower_ascii(name.substr(0, word));
    name.remove_prefix(word);
  }
  return label;
}

std::string_view defined_label(std::string_view line) {
  const auto bare = line.substr(std::min(line.find_first_not_of(" >"), line.size()));
  const size_t label = behind_label(bare);
  return label == 0 ? std::string_view() : bare.substr(1, label - 3);
}

size_t angle_size(std::string_view text) {
  text = text.substr(0, kLongest);
  if (text.starts_with("<!--")) {
    const size_t end = text.find("-->");
    return end == kAbsent ? 0 : end + 3;
  }
  const size_t slash = text.starts_with("</") ? 1 : 0;
  if (text.size() < 3 || !is_ascii_letter(text[1 + slash])) return 0;
  for (size_t at = 1; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '>') return at + 1;
    if (c == '<') return 0;
    if (text::is_among(c, "\"'") && text[at - 1] == '=') at = text.find(c, at + 1);
    if (at == kAbsent) return 0;
  }
  return 0;
}

}  // namespace regard::serve
