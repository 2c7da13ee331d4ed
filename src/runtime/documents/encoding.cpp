#include "documents/encoding.h"

#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::documents {
namespace {

constexpr std::string_view kMark8 = "\xEF\xBB\xBF", kLittle = "\xFF\xFE", kBig = "\xFE\xFF";
constexpr char32_t kBeyondUnits = 0x10000, kFirstHigh = 0xD800, kFirstLow = 0xDC00,
                   kBehindLow = 0xE000;
constexpr unsigned kHalf = 10, kByte = 8;

char32_t unit_at(std::string_view bytes, size_t at, bool is_big) {
  const auto first = static_cast<unsigned char>(bytes[at]),
             second = static_cast<unsigned char>(bytes[at + 1]);
  return is_big ? first << kByte | second : second << kByte | first;
}

void append_unit(char32_t unit, bool is_big, std::string& bytes) {
  const char high = static_cast<char>(unit >> kByte), low = static_cast<char>(unit & 0xFFU);
  bytes += is_big ? high : low;
  bytes += is_big ? low : high;
}

std::string from_utf16(std::string_view bytes, bool is_big, const std::string& name) {
  const auto refuse = [&] {
    throw Error("is damaged: its UTF-16 is cut or broken", name, "copy or export it again");
  };
  if (bytes.size() % 2 != 0) refuse();
  std::string text;
  for (size_t at = 0; at < bytes.size(); at += 2) {
    char32_t character = unit_at(bytes, at, is_big);
    if (character >= kFirstHigh && character < kBehindLow) {
      const char32_t low = at + 2 < bytes.size() ? unit_at(bytes, at + 2, is_big) : 0;
      if (character >= kFirstLow || low < kFirstLow || low >= kBehindLow) refuse();
      character = kBeyondUnits + ((character - kFirstHigh) << kHalf) + (low - kFirstLow);
      at += 2;
    }
    if (character == 0) {
      throw Error("is not text: it has a character of value 0", name, "name a text file");
    }
    append_utf8(character, text);
  }
  return text;
}

std::string to_utf16(std::string_view text, bool is_big) {
  std::string bytes;
  for (const char32_t character : decode_utf8(text)) {
    if (character < kBeyondUnits) {
      append_unit(character, is_big, bytes);
      continue;
    }
    const char32_t beyond = character - kBeyondUnits;
    append_unit(kFirstHigh + (beyond >> kHalf), is_big, bytes);
    append_unit(kFirstLow + (beyond & ((1U << kHalf) - 1)), is_big, bytes);
  }
  return bytes;
}

}  // namespace

Encoding Encoding::of(std::string_view bytes, const std::string& name) {
  Encoding encoding;
  for (const auto& [mark, kind] : {std::pair{kMark8, Kind::utf8}, std::pair{kBig, Kind::utf16_big},
                                   std::pair{kLittle, Kind::utf16_little}}) {
    if (!bytes.starts_with(mark)) continue;
    encoding.kind_ = kind;
    encoding.mark_ = mark;
    if (kind != Kind::utf8) return encoding;
  }
  if (bytes.find('\0') != std::string_view::npos) {
    throw Error("is not text: it has a byte of value 0", name,
                "check that its suffix says what it is");
  }
  if (!first_invalid_utf8(bytes)) return encoding;
  if (!encoding.mark_.empty()) {
    throw Error("is not valid UTF-8, though its byte order mark says so", name, "convert it again");
  }
  constexpr size_t kHead = 4096;
  encoding.kind_ = Kind::charset;
  encoding.charset_ = bitext::Charset::western();
  const auto head = bytes.substr(0, kHead);
  if (head.find("charset=") != std::string_view::npos) {
    encoding.charset_.take_from_head(head, name);
    if (encoding.charset_.is_utf8()) encoding.charset_ = bitext::Charset::western();
  }
  return encoding;
}

std::string Encoding::decoded(std::string_view bytes, const std::string& name) const {
  bytes.remove_prefix(mark_.size());
  switch (kind_) {
    case Kind::utf8:
      break;
    case Kind::utf16_little:
    case Kind::utf16_big:
      return from_utf16(bytes, kind_ == Kind::utf16_big, name);
    case Kind::charset:
      return charset_.utf8(std::string(bytes));
  }
  return std::string(bytes);
}

std::string Encoding::encoded(std::string_view text, size_t& lost) const {
  std::string bytes(mark_);
  switch (kind_) {
    case Kind::utf8:
      return bytes.append(text);
    case Kind::utf16_little:
    case Kind::utf16_big:
      return bytes + to_utf16(text, kind_ == Kind::utf16_big);
    case Kind::charset:
      break;
  }
  return charset_.encoded(text, lost);
}

}  // namespace regard::documents
