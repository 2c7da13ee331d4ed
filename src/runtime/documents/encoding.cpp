#include "documents/encoding.h"

#include <algorithm>

#include "base/readable.h"
#include "base/utf8.h"
#include "base/wide_text.h"
#include "documents/declared_charset.h"
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
    throw Error("is damaged: its UTF-16 is truncated or invalid", name, "copy or export it again");
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
      throw Error("is not text: it has a NUL character", name, "name a text file");
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

bool is_ascii_byte(char c) { return (c & '\x80') == 0; }

/// Throws Error for ASCII: gettext rejects a UTF-8 catalog that declares ASCII.
void check_is_no_ascii(std::string_view declared, const std::string& name) {
  const auto charset = bitext::Charset::named(declared);
  if (!charset || !charset->is_ascii()) return;
  throw Error(str("is in UTF-8, but its header declares charset=", printable(declared)), name,
              "write charset=UTF-8 in its header");
}

}  // namespace

Encoding Encoding::of(std::string_view bytes, Declares declares, const std::string& name) {
  Encoding encoding;
  for (const auto& [mark, kind] : {std::pair{kMark8, Kind::utf8}, std::pair{kBig, Kind::utf16_big},
                                   std::pair{kLittle, Kind::utf16_little}}) {
    if (!bytes.starts_with(mark)) continue;
    encoding.kind_ = kind;
    encoding.mark_ = mark;
    if (kind != Kind::utf8) return encoding;
  }
  if (const auto wide = utf16_without_mark(bytes); !wide.empty()) {
    throw Error(str("is ", wide, " without a byte order mark"), name,
                str("convert it: iconv -f ", wide, " -t UTF-8 ", shell_word(name)));
  }
  if (bytes.find('\0') != std::string_view::npos) {
    throw Error("is not text: it has a NUL byte", name, "check that its suffix matches its format");
  }
  const bool is_utf8 = !first_invalid_utf8(bytes);
  if (!is_utf8 && !encoding.mark_.empty()) {
    throw Error("is not valid UTF-8, although it has a UTF-8 byte order mark", name,
                "convert it again");
  }
  const bool is_ascii = is_utf8 && std::ranges::all_of(bytes, is_ascii_byte);
  const bool is_catalogue = declares == Declares::in_catalogue;
  if (is_catalogue && is_utf8 && !is_ascii && encoding.mark_.empty()) {
    check_is_no_ascii(declared_charset(bytes, declares), name);
  }
  const bool is_settled = !encoding.mark_.empty() || (is_utf8 && !is_ascii) ||
                          (is_ascii && declares == Declares::nothing);
  if (is_settled) return encoding;
  if (!is_ascii) {
    encoding.kind_ = Kind::charset;
    encoding.charset_ = bitext::Charset::western();
  }
  encoding.has_references_ = declares == Declares::in_xml || declares == Declares::in_html;
  encoding.take_declared(bytes, declares, name);
  return encoding;
}

/// Replaces the charset guessed from the bytes with the declared charset.
void Encoding::take_declared(std::string_view bytes, Declares declares, const std::string& name) {
  const auto declared = declared_charset(bytes, declares);
  const bool is_template = declares == Declares::in_catalogue && lower_ascii(declared) == "charset";
  if (declared.empty() || is_template) return;
  const bool is_ascii = std::ranges::all_of(bytes, is_ascii_byte);
  auto charset = bitext::Charset::named(declared);
  if (charset && charset->is_utf8()) return;
  if (!charset && is_ascii && has_references_) charset = bitext::Charset::ascii();
  const bool lacks_letters = is_ascii && charset && charset->is_ascii() && !has_references_;
  if (!charset || lacks_letters) {
    throw Error(
        str("is in ", printable(declared), ", but must be in UTF-8 or a Western European charset"),
        name,
        declares == Declares::in_catalogue
            ? "convert it: msgconv -t UTF-8"
            : "convert it to UTF-8, e.g. with iconv, and change its declaration");
  }
  const bool is_in_it = std::ranges::all_of(
      bytes, [&](char c) { return charset->has_byte(static_cast<unsigned char>(c)); });
  const bool is_of_browsers = declares == Declares::in_html && charset->is_latin1();
  kind_ = Kind::charset;
  charset_ = is_in_it && !is_of_browsers ? *charset : bitext::Charset::western();
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
  return in_charset(text, lost);
}

std::string Encoding::in_charset(std::string_view text, size_t& lost) const {
  constexpr std::string_view kOpens = "<![CDATA[", kCloses = "]]>";  // no references inside
  const auto as_mark = [&](char32_t /*character*/) {
    ++lost;
    return std::string(1, '?');
  };
  const auto as_reference = [](char32_t character) {
    return str("&#", static_cast<uint32_t>(character), ';');
  };
  if (!has_references_) return charset_.encoded(text, as_mark);
  std::string bytes;
  while (!text.empty()) {
    const size_t opens = std::min(text.find(kOpens), text.size());
    bytes += charset_.encoded(text.substr(0, opens), as_reference);
    text.remove_prefix(opens);
    const size_t closes = std::min(text.find(kCloses), text.size());
    bytes += charset_.encoded(text.substr(0, closes), as_mark);
    text.remove_prefix(closes);
  }
  return bytes;
}

}  // namespace regard::documents
