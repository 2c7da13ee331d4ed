#include "documents/sheet_escapes.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iomanip>
#include <optional>
#include <sstream>

#include "base/utf8.h"

namespace regard::documents {
namespace {

constexpr size_t kEscapeSize = 7;  // _xHHHH_

/// The code unit of the escape at the beginning of a text.
std::optional<uint16_t> escape_at(std::string_view text) {
  if (text.size() < kEscapeSize || !text.starts_with("_x") || text[kEscapeSize - 1] != '_') {
    return std::nullopt;
  }
  const auto digits = text.substr(2, 4);
  uint16_t unit = 0;
  const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), unit, 16);
  return end.ptr == digits.data() + digits.size() ? std::optional(unit) : std::nullopt;
}

/// The character that the escapes at the beginning of a text represent, and their size; 0 if none.
struct Escaped {
  char32_t character = 0;
  size_t size = 0;
};

Escaped character_at(std::string_view text) {
  constexpr char32_t kHigh = 0xD800, kLow = 0xDC00, kEnd = 0xE000, kFirstOfTwo = 0x10000;
  const auto unit = escape_at(text);
  if (!unit || *unit == 0) return {};
  if (*unit < kHigh || *unit >= kEnd) return {*unit, kEscapeSize};
  const auto low = escape_at(text.substr(kEscapeSize));
  if (*unit >= kLow || !low || *low < kLow || *low >= kEnd) return {};
  return {kFirstOfTwo + ((*unit - kHigh) << 10) + (*low - kLow), 2 * kEscapeSize};
}

bool needs_escape(char c) { return static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n'; }

void append_escape(char c, std::string& text) {
  std::ostringstream escape;
  escape << "_x" << std::hex << std::uppercase << std::setfill('0') << std::setw(4)
         << static_cast<int>(c) << '_';
  text += escape.str();
}

}  // namespace

std::string without_sheet_escapes(std::string_view text) {
  std::string said;
  while (!text.empty()) {
    const auto [character, size] = character_at(text);
    if (size > 0) {
      append_utf8(character, said);
      text.remove_prefix(size);
    } else {
      const size_t next = std::min(text.find('_', 1), text.size());
      said += text.substr(0, next);
      text.remove_prefix(next);
    }
  }
  return said;
}

std::string with_sheet_escapes(std::string_view text) {
  std::string written;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool looks_escaped = escape_at(text.substr(at)).has_value();
    if (looks_escaped || needs_escape(text[at])) {
      append_escape(text[at], written);
    } else {
      written += text[at];
    }
  }
  return written;
}

std::vector<TextPart> with_sheet_escapes(std::span<const TextPart> parts) {
  std::vector<TextPart> written(parts.begin(), parts.end());
  for (auto& part : written) {
    if (part.kind == TextPart::Kind::text) part.bytes = with_sheet_escapes(part.bytes);
  }
  return written;
}

}  // namespace regard::documents
