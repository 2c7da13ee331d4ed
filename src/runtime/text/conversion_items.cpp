// Conversions of printf and similar functions: %s, %1$s, %-5.2f, %(name)s, %1, %%, %tD, %Y, %1!d!.
#include <algorithm>

#include "base/utf8.h"
#include "text/characters.h"
#include "text/items.h"

namespace regard::text {
namespace {

/// Whether a text begins with the letter of a date conversion: one of strftime's (%Y-%m-%d), or one
/// of Java's, which follow a t (%tD, %1$tY).
bool begins_date_kind(std::string_view text) {
  constexpr std::string_view kKinds = "HIklMSLNpzZsQBbhAaCYyjmdeRTrDFc";
  return !text.empty() && is_among(text[0], kKinds) &&
         (text.size() == 1 || !is_alphanumeric(text[1]));
}

}  // namespace

size_t ProgramItems::percent_size(size_t begin) {
  const auto text = text_.substr(begin);
  if (text.starts_with("%{")) return braces_size(begin);
  if (text.starts_with("%%")) return 2;
  if (text.starts_with("% ")) return spaced_conversion_size(text_, begin);
  if (text.starts_with("%#@")) {  // iOS: %#@books@
    const size_t books = 3 + run_of(text.substr(3), is_identifier);
    return books > 3 && text.substr(books).starts_with('@') ? books + 1 : 0;
  }
  size_t at = 1, named = 0;
  if (text.substr(at).starts_with('(')) {
    const size_t close = parenthesis_.from(begin);
    if (close == std::string_view::npos) return 0;
    at = close - begin + 1;
    if (std::ranges::all_of(text.substr(2, at - 3), is_identifier)) named = at;
  } else if (text.substr(at).starts_with('<')) {  // Ruby: %<count>s
    const size_t end = 2 + run_of(text.substr(2), is_identifier);
    if (end == 2 || !text.substr(end).starts_with('>')) return 0;
    at = named = end + 1;
  } else if (text.size() > 2 && text[1] == 'L' && is_ascii_digit(text[2])) {  // Qt: %L1
    at = 2;
  }
  at += run_of(text.substr(at), [](char c) { return is_ascii_digit(c) || is_among(c, "$.-+#'*"); });
  size_t numbered = at > 1 && is_ascii_digit(text[at - 1]) ? at : named;  // %1
  if (numbered > named && text.substr(at).starts_with('%')) ++numbered;   // Boost: %1%
  if (numbered > named && text.substr(at).starts_with('!')) {             // Windows: %1!d!
    const auto is_format = [](char c) { return is_alphanumeric(c) || is_among(c, ".#*-+"); };
    const size_t end = at + 1 + run_of(text.substr(at + 1), is_format);
    if (end > at + 1 && text.substr(end).starts_with('!')) return end + 1;
  }
  const auto kind = text.substr(at);
  if (!kind.empty() && is_among(kind[0], "tT") && begins_date_kind(kind.substr(1))) return at + 2;
  const bool is_behind_number = begin > 0 && is_alphanumeric(text_[begin - 1]);
  if (at == 1 && !is_behind_number && begins_date_kind(kind)) return 2;
  at += run_of(text.substr(at), [](char c) { return is_among(c, "lhzqjtL"); });
  const bool is_kind = at < text.size() && is_among(text[at], "sSdiufFeEgGxXocpnaA@");
  return is_kind ? at + 1 : numbered;
}

}  // namespace regard::text
