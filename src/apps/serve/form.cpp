#include "serve/request_body.h"

#include <algorithm>

#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::serve {
namespace {

/// The byte that `text` begins with as %XX; -1 if it does not.
int escaped_byte(std::string_view text) {
  if (text.size() < 3 || text[0] != '%') return -1;
  const int high = hexadecimal_value(text[1]), low = hexadecimal_value(text[2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

}  // namespace

std::optional<std::string> without_percent_escapes(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      bytes += text[at];
      continue;
    }
    const int byte = escaped_byte(text.substr(at));
    if (byte < 0) return {};
    bytes += static_cast<char>(byte);
    at += 2;
  }
  return bytes;
}

std::string unescaped(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  for (size_t at = 0; at < text.size(); ++at) {
    const int byte = escaped_byte(text.substr(at));
    bytes += byte < 0 ? text[at] : static_cast<char>(byte);
    if (byte >= 0) at += 2;
  }
  return bytes;
}

namespace {

/// Whether a character is unreserved in RFC 3986, 2.3.
bool is_unreserved(char c) {
  constexpr std::string_view kMarks = "-._~";
  return is_ascii_letter(c) || is_ascii_digit(c) || kMarks.find(c) != std::string_view::npos;
}

}  // namespace

std::string with_plain_letters(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  for (size_t at = 0; at < text.size(); ++at) {
    const int byte = escaped_byte(text.substr(at));
    const bool is_plain = byte >= 0 && is_unreserved(static_cast<char>(byte));
    bytes += is_plain ? static_cast<char>(byte) : text[at];
    if (is_plain) at += 2;
  }
  return bytes;
}

std::string percent_escaped(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string escaped;
  for (const char c : text) {
    if (is_unreserved(c)) {
      escaped += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    escaped += {'%', kDigits[byte / 16], kDigits[byte % 16]};
  }
  return escaped;
}

namespace {

std::string form_text(std::string_view written, size_t number) {
  std::string text(written);
  std::ranges::replace(text, '+', ' ');
  auto bytes = unescaped(text);
  if (const auto invalid = first_invalid_utf8(bytes)) {
    throw Error(str("field ", number, " of the form is not valid UTF-8 (byte ", *invalid + 1, ")"),
                {}, "encode the text as UTF-8 before it is escaped");
  }
  return bytes;
}

}  // namespace

std::vector<FormField> read_form(std::string_view body, size_t most) {
  std::vector<FormField> fields;
  while (!body.empty()) {
    const auto field = body.substr(0, body.find('&'));
    body.remove_prefix(std::min(field.size() + 1, body.size()));
    if (field.empty()) continue;
    const size_t number = fields.size() + 1;
    if (number > most) {
      throw Error(str("the form has more than ", most, " fields"), {}, "send several requests");
    }
    const auto name = field.substr(0, field.find('='));
    const auto value = field.substr(std::min(name.size() + 1, field.size()));
    fields.push_back({.name = form_text(name, number), .value = form_text(value, number)});
  }
  return fields;
}

const std::string* first_value(const std::vector<FormField>& fields, std::string_view name) {
  const auto found = std::ranges::find(fields, name, &FormField::name);
  return found == fields.end() ? nullptr : &found->value;
}

}  // namespace regard::serve
