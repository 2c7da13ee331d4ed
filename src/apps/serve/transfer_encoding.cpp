// Decodes mail's encodings of bytes as ASCII lines (RFC 2045, 6.7 and 6.8), which some scripts use.
#include <algorithm>
#include <cstdint>

#include "base/utf8.h"
#include "serve/request_body.h"

namespace regard::serve {
namespace {

/// Removes line ends and blanks, which are not part of base64.
std::string without_line_ends(std::string_view text) {
  std::string result;
  std::ranges::copy_if(text, std::back_inserter(result),
                       [](char c) { return c != '\r' && c != '\n' && c != ' ' && c != '\t'; });
  return result;
}

std::optional<std::string> without_base64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr unsigned kBitsOfDigit = 6, kBitsOfByte = 8;
  constexpr size_t kGroup = 4, kMostPadding = 2;
  auto digits = without_line_ends(text);
  if (digits.size() % kGroup != 0) return {};
  size_t padding = 0;
  for (; digits.ends_with('=') && padding < kMostPadding; ++padding) digits.pop_back();
  std::string bytes;
  uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : digits) {
    const size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) return {};
    bits = (bits << kBitsOfDigit) | static_cast<uint32_t>(digit);
    count += kBitsOfDigit;
    if (count < kBitsOfByte) continue;
    count -= kBitsOfByte;
    bytes += static_cast<char>(bits >> count);
    bits &= (1U << count) - 1;
  }
  return bytes;
}

/// Adds one line without its end. False if a '=' is followed by anything but two digits.
bool add_quoted_line(std::string_view line, std::string& bytes) {
  constexpr size_t kEscape = 3;  // characters of =XX
  for (size_t at = 0; at < line.size(); ++at) {
    if (line[at] != '=') {
      bytes += line[at];
      continue;
    }
    if (at + kEscape > line.size()) return false;
    const int high = hexadecimal_value(line[at + 1]), low = hexadecimal_value(line[at + 2]);
    if (high < 0 || low < 0) return false;
    bytes += static_cast<char>(high * 16 + low);
    at += kEscape - 1;
  }
  return true;
}

std::optional<std::string> without_quoted_printable(std::string_view text) {
  std::string bytes;
  while (!text.empty()) {
    const size_t size = std::min(text.find('\n'), text.size());
    auto line = text.substr(0, size);
    const bool has_end = size < text.size();
    text.remove_prefix(has_end ? size + 1 : size);
    const bool has_return = line.ends_with('\r');
    if (has_return) line.remove_suffix(1);
    line = line.substr(0, line.find_last_not_of(" \t") + 1);  // blanks added in transit
    const bool continues = line.ends_with('=');
    if (continues) line.remove_suffix(1);
    if (!add_quoted_line(line, bytes)) return {};
    if (!continues && has_return) bytes += '\r';
    if (!continues && has_end) bytes += '\n';
  }
  return bytes;
}

}  // namespace

std::optional<std::string> without_transfer_encoding(std::string_view text,
                                                     std::string_view encoding) {
  if (encoding == "base64") return without_base64(text);
  if (encoding == "quoted-printable") return without_quoted_printable(text);
  return {};
}

}  // namespace regard::serve
