#include "regard/text/placeholders.h"

#include <algorithm>
#include <map>

#include "regard/base/ascii.h"

namespace regard::text {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_name(char c) {
  return is_ascii_letter(c) || is_ascii_digit(c) || c == '_' || c == '.' || c == '-';
}

size_t until_space(std::string_view text) {
  size_t size = 0;
  while (size < text.size() && !is_space(text[size])) ++size;
  return size;
}

/// Removes punctuation that more likely belongs to the sentence.
size_t without_end_marks(std::string_view text, size_t size) {
  constexpr std::string_view kMarks = ".,;:!?\"')]}>";
  while (size > 0 && kMarks.find(text[size - 1]) != std::string_view::npos) --size;
  return size;
}

size_t url_size(std::string_view text) {
  for (const std::string_view begin : {"https://", "http://", "ftp://", "www."}) {
    if (!text.starts_with(begin)) continue;
    const size_t size = without_end_marks(text, until_space(text));
    return size > begin.size() ? size : 0;
  }
  return 0;
}

size_t email_size(std::string_view text) {
  size_t at = 0;
  while (at < text.size() && (is_name(text[at]) || text[at] == '+')) ++at;
  if (at == 0 || at == text.size() || text[at] != '@') return 0;
  size_t size = at + 1;
  while (size < text.size() && is_name(text[size])) ++size;
  size = without_end_marks(text, size);
  return size > at && text.substr(at + 1, size - at - 1).find('.') != std::string_view::npos ? size
                                                                                             : 0;
}

/// %s, %1$s, %-5.2f, %(name)s; not the % of a percentage.
size_t format_size(std::string_view text) {
  if (!text.starts_with('%')) return 0;
  size_t at = 1;
  if (text.substr(at).starts_with('(')) {
    const size_t close = text.find(')', at);
    if (close == std::string_view::npos) return 0;
    at = close + 1;
  }
  while (at < text.size() && (is_ascii_digit(text[at]) || text[at] == '$' || text[at] == '.' ||
                              text[at] == '-' || text[at] == '+' || text[at] == '#')) {
    ++at;
  }
  while (at < text.size() && (text[at] == 'l' || text[at] == 'h' || text[at] == 'z')) ++at;
  constexpr std::string_view kKinds = "sdiufFeEgGxXocp@";
  const bool is_kind = at < text.size() && kKinds.find(text[at]) != std::string_view::npos;
  const bool ends = at + 1 >= text.size() || !is_ascii_letter(text[at + 1]);
  return is_kind && ends ? at + 1 : 0;
}

size_t braces_size(std::string_view text) {
  const size_t dollar = text.starts_with("${") ? 1 : 0;
  if (!text.substr(dollar).starts_with('{')) return 0;
  const size_t close = text.find('}', dollar);
  if (close == std::string_view::npos) return 0;
  const auto inside = text.substr(dollar, close - dollar);
  const bool has_space = std::ranges::any_of(inside, is_space);
  const bool doubled = inside.starts_with("{{");
  if (has_space && !doubled) return 0;
  const bool closes_twice = doubled && text.substr(close).starts_with("}}");
  return close + (closes_twice ? 2 : 1);
}

size_t tag_size(std::string_view text) {
  if (text.size() < 3 || text[0] != '<') return 0;
  if (!is_ascii_letter(text[1]) && !(text[1] == '/' && is_ascii_letter(text[2]))) return 0;
  const size_t close = text.find('>');
  return close == std::string_view::npos || text.substr(1, close - 1).find('<') < close ? 0
                                                                                        : close + 1;
}

}  // namespace

std::vector<std::string_view> placeholders_in(std::string_view text) {
  std::vector<std::string_view> found;
  for (size_t at = 0; at < text.size();) {
    const auto rest = text.substr(at);
    const bool begins_word = at == 0 || !is_name(text[at - 1]);
    size_t size = std::max({format_size(rest), braces_size(rest), tag_size(rest)});
    if (begins_word) size = std::max({size, url_size(rest), email_size(rest)});
    if (size == 0) {
      ++at;
      continue;
    }
    found.push_back(rest.substr(0, size));
    at += size;
  }
  return found;
}

std::vector<std::string> lost_placeholders(std::string_view source, std::string_view translation) {
  std::map<std::string_view, int> wanted;
  for (const auto one : placeholders_in(source)) ++wanted[one];
  std::vector<std::string> lost;
  for (auto [text, count] : wanted) {
    for (size_t at = translation.find(text); at != std::string_view::npos;
         at = translation.find(text, at + text.size())) {
      --count;
    }
    for (; count > 0; --count) lost.emplace_back(text);
  }
  return lost;
}

}  // namespace regard::text
