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

/// The next of some characters. Each place is looked at once, since callers only move forward.
class Next {
 public:
  Next(std::string_view text, std::string_view characters) : text_(text), characters_(characters) {}

  /// The first at `at` or behind it; npos: there is none.
  size_t from(size_t at) {
    if (searched_ && (place_ >= at || place_ == std::string_view::npos)) return place_;
    searched_ = true;
    return place_ = text_.find_first_of(characters_, at);
  }

 private:
  std::string_view text_;
  std::string_view characters_;
  size_t place_ = 0;
  bool searched_ = false;
};

/// Sizes of the placeholders that begin at a place; 0: none does. The places only grow.
class Finder {
 public:
  explicit Finder(std::string_view text) : text_(text) {}

  size_t size_at(size_t at) { return std::max({format_size(at), braces_size(at), tag_size(at)}); }

 private:
  /// %s, %1$s, %-5.2f, %(name)s; not the % of a percentage.
  size_t format_size(size_t begin) {
    if (text_[begin] != '%') return 0;
    const auto text = text_.substr(begin);
    size_t at = 1;
    if (text.substr(at).starts_with('(')) {
      const size_t close = parenthesis_.from(begin);
      if (close == std::string_view::npos) return 0;
      at = close - begin + 1;
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

  size_t braces_size(size_t begin) {
    const size_t open = begin + (text_.substr(begin).starts_with("${") ? 1 : 0);
    if (text_[open] != '{') return 0;
    const size_t close = brace_.from(open);
    if (close == std::string_view::npos) return 0;
    const bool doubled = text_.substr(open).starts_with("{{");
    if (space_.from(open) < close && !doubled) return 0;
    const bool closes_twice = doubled && text_.substr(close).starts_with("}}");
    return close - begin + (closes_twice ? 2 : 1);
  }

  size_t tag_size(size_t begin) {
    const auto text = text_.substr(begin);
    if (text.size() < 3 || text[0] != '<') return 0;
    if (!is_ascii_letter(text[1]) && !(text[1] == '/' && is_ascii_letter(text[2]))) return 0;
    const size_t close = greater_.from(begin);
    if (close == std::string_view::npos || less_.from(begin + 1) < close) return 0;
    return close - begin + 1;
  }

  std::string_view text_;
  Next parenthesis_{text_, ")"}, brace_{text_, "}"}, space_{text_, " \t\n\r"}, greater_{text_, ">"},
      less_{text_, "<"};
};

}  // namespace

std::vector<std::string_view> placeholders_in(std::string_view text) {
  std::vector<std::string_view> found;
  Finder finder(text);
  for (size_t at = 0; at < text.size();) {
    const auto rest = text.substr(at);
    const bool begins_word = at == 0 || !is_name(text[at - 1]);
    size_t size = finder.size_at(at);
    if (begins_word) size = std::max(size, url_size(rest));
    if (begins_word && (at == 0 || text[at - 1] != '+')) size = std::max(size, email_size(rest));
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
