#include "bitext/charset.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/readable.h"
#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::bitext {
namespace {

/// Where ISO 8859-15 differs from ISO 8859-1.
constexpr std::array<std::pair<unsigned char, char32_t>, 8> kWithEuro = {{{0xA4, 0x20AC},
                                                                          {0xA6, 0x160},
                                                                          {0xA8, 0x161},
                                                                          {0xB4, 0x17D},
                                                                          {0xB8, 0x17E},
                                                                          {0xBC, 0x152},
                                                                          {0xBD, 0x153},
                                                                          {0xBE, 0x178}}};

std::string_view charset_in(std::string_view head) {
  constexpr std::string_view kName = "charset=";
  const size_t at = head.find(kName);
  if (at == std::string_view::npos) return {};
  head.remove_prefix(at + kName.size());
  return head.substr(0, std::min(head.find_first_of(" \t\r\n;\"'/>"), head.size()));
}

}  // namespace

void Charset::take_from_head(std::string_view head, const std::string& path) {
  const auto named = charset_in(head);
  auto name = lower_ascii(named);
  std::erase_if(name, [](char c) { return c == '-' || c == '_'; });
  const auto is_among = [&](std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, name) != names.end();
  };
  if (is_among({"", "utf8", "usascii", "ascii", "charset"})) {  // CHARSET: of a template
    kind_ = Kind::utf8;
  } else if (is_among({"iso88591", "latin1", "cp1252", "windows1252"})) {
    kind_ = Kind::western;
  } else if (is_among({"iso885915", "latin9"})) {
    kind_ = Kind::western_with_euro;
  } else {
    throw Error(str("is in ", printable(named),
                    ", but must be in UTF-8 or a charset of Western "
                    "Europe"),
                path, "convert it: msgconv -t UTF-8; a .mo file by msgunfmt first");
  }
}

Charset Charset::western() {
  Charset charset;
  charset.kind_ = Kind::western;
  return charset;
}

char32_t Charset::character_of(unsigned char byte) const {
  constexpr unsigned char kFirst = 0x80, kLatin1 = 0xA0;
  if (kind_ == Kind::western_with_euro) {
    for (const auto& [other, meaning] : kWithEuro) {
      if (byte == other) return meaning;
    }
    return byte;
  }
  return byte >= kFirst && byte < kLatin1 ? kWindows1252.at(byte - kFirst) : byte;
}

std::string Charset::utf8(std::string text) const {
  const auto is_ascii = [](char c) { return (c & '\x80') == 0; };
  if (kind_ == Kind::utf8 || std::ranges::all_of(text, is_ascii)) return text;
  std::string decoded;
  for (const char c : text) append_utf8(character_of(static_cast<unsigned char>(c)), decoded);
  return decoded;
}

std::string Charset::encoded(std::string_view text, size_t& lost) const {
  if (kind_ == Kind::utf8) return std::string(text);
  constexpr int kBytes = 256;
  constexpr char32_t kNarrowSpace = 0x202F, kThinSpace = 0x2009, kSpace = 0xA0;
  std::map<char32_t, char> byte_of;
  for (int byte = 0; byte < kBytes; ++byte) {  // the euro of ISO 8859-15 is 0xA4, not 0x80
    byte_of[character_of(static_cast<unsigned char>(byte))] = static_cast<char>(byte);
  }
  byte_of[kNarrowSpace] = byte_of[kThinSpace] = byte_of[kSpace];
  std::string bytes;
  for (const char32_t character : decode_utf8(text)) {
    const auto found = byte_of.find(character);
    bytes += found == byte_of.end() ? '?' : found->second;
    lost += found == byte_of.end() ? 1 : 0;
  }
  return bytes;
}

}  // namespace regard::bitext
