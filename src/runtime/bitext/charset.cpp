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

/// The characters in which ISO 8859-15 differs from ISO 8859-1.
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
  return head.substr(0, std::min(head.find_first_of(" \t\r\n;\"'/>\\"), head.size()));
}

}  // namespace

void Charset::take_from_head(std::string_view head, const std::string& path) {
  const auto name = charset_in(head);
  const auto charset = named(name);
  if (!charset && !name.empty() && lower_ascii(name) != "charset") {  // "CHARSET" in a template
    throw Error(
        str("is in ", printable(name), ", but must be in UTF-8 or a Western European charset"),
        path, "convert it: msgconv -t UTF-8; for a .mo file, run msgunfmt first");
  }
  *this = charset.value_or(Charset{});
  if (kind_ == Kind::ascii) kind_ = Kind::utf8;
}

std::optional<Charset> Charset::named(std::string_view name) {
  static const std::map<std::string_view, Kind> kKinds = {{"utf8", Kind::utf8},
                                                          {"usascii", Kind::ascii},
                                                          {"ascii", Kind::ascii},
                                                          {"iso88591", Kind::latin1},
                                                          {"latin1", Kind::latin1},
                                                          {"cp1252", Kind::western},
                                                          {"windows1252", Kind::western},
                                                          {"iso885915", Kind::western_with_euro},
                                                          {"latin9", Kind::western_with_euro}};
  auto plain = lower_ascii(name);
  std::erase_if(plain, [](char c) { return c == '-' || c == '_'; });
  const auto found = kKinds.find(plain);
  if (found == kKinds.end()) return std::nullopt;
  Charset charset;
  charset.kind_ = found->second;
  return charset;
}

Charset Charset::western() { return *named("windows-1252"); }

Charset Charset::ascii() { return *named("ascii"); }

bool Charset::has_byte(unsigned char byte) const {
  constexpr unsigned char kFirst = 0x80, kLatin1 = 0xA0;
  const bool is_control_of_latin1 = kind_ == Kind::latin1 && byte < kLatin1;
  return byte < kFirst || (kind_ != Kind::ascii && !is_control_of_latin1);
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

std::string Charset::encoded(std::string_view text, const Missing& missing) const {
  if (kind_ == Kind::utf8) return std::string(text);
  constexpr int kBytes = 256;
  constexpr char32_t kNarrowSpace = 0x202F, kThinSpace = 0x2009, kSpace = 0xA0;
  std::map<char32_t, char> byte_of;
  for (int byte = 0; byte < kBytes; ++byte) {  // the euro of ISO 8859-15 is 0xA4, not 0x80
    const auto one = static_cast<unsigned char>(byte);
    if (has_byte(one)) byte_of[character_of(one)] = static_cast<char>(byte);
  }
  if (byte_of.contains(kSpace)) byte_of[kNarrowSpace] = byte_of[kThinSpace] = byte_of[kSpace];
  std::string bytes;
  for (const char32_t character : decode_utf8(text)) {
    const auto found = byte_of.find(character);
    if (found != byte_of.end()) {
      bytes += found->second;
    } else {
      bytes += missing(character);
    }
  }
  return bytes;
}

}  // namespace regard::bitext
