#include "markdown_items.h"

#include <algorithm>
#include <map>
#include <utility>

#include "characters.h"
#include "regard/base/ascii.h"

namespace regard::text {
namespace {

constexpr auto kNone = std::string_view::npos;

bool is_emphasis_mark(char c) { return is_among(c, "*_~"); }
bool is_bare(char c) { return !is_alphanumeric(c) && static_cast<unsigned char>(c) < 0x80U; }

/// One of *, two or three; _ as often; two of ~.
bool is_mark_size(char mark, size_t size) { return mark == '~' ? size == 2 : size <= 3; }

/// Words, not the name of a program: __init__, *args.
bool is_said(char mark, size_t size, std::string_view inside) {
  const bool has_letter = std::ranges::any_of(
      inside, [](char c) { return is_ascii_letter(c) || static_cast<unsigned char>(c) >= 0x80U; });
  const bool is_name = mark == '_' && size > 1 && inside.find(' ') == kNone;
  return has_letter && !is_name;
}

}  // namespace

size_t MarkdownItems::size_at(size_t at) {
  const char c = text_[at];
  if (c == ']') return at == link_end_.begin ? link_end_.size : 0;
  if (c == '[' || c == '!') return link_size(at);
  if (!is_emphasis_mark(c)) return 0;
  if (!has_emphasis_) find_emphasis();
  while (next_ < emphasis_.size() && emphasis_[next_].begin < at) ++next_;
  return next_ < emphasis_.size() && emphasis_[next_].begin == at ? emphasis_[next_].size : 0;
}

void MarkdownItems::find_emphasis() {
  has_emphasis_ = true;
  std::map<std::pair<char, size_t>, size_t> open;  // start of the last mark of each kind
  for (size_t at = 0; at < text_.size();) {
    const char mark = text_[at];
    if (mark == '\n') open.clear();
    if (!is_emphasis_mark(mark)) {
      ++at;
      continue;
    }
    const size_t size = run_of(text_.substr(at), [mark](char c) { return c == mark; });
    const size_t end = at + size;
    const bool is_behind_bare = at == 0 || is_bare(text_[at - 1]);
    const bool is_before_bare = end == text_.size() || is_bare(text_[end]);
    const bool opens = is_behind_bare && end < text_.size() && !is_among(text_[end], kBlanks);
    const bool closes = is_before_bare && at > 0 && !is_among(text_[at - 1], kBlanks);
    const auto opened = open.find({mark, size});
    if (closes && opened != open.end()) {
      const size_t begin = opened->second + size;
      if (is_said(mark, size, text_.substr(begin, at - begin))) {
        emphasis_.push_back({opened->second, size});
        emphasis_.push_back({at, size});
      }
      open.erase(opened);
    } else if (opens && is_mark_size(mark, size)) {
      open[{mark, size}] = at;
    }
    at = end;
  }
  std::ranges::sort(emphasis_, {}, &Mark::begin);
}

size_t MarkdownItems::link_size(size_t at) {
  const bool is_image = text_[at] == '!';
  const size_t open = at + (is_image ? 1 : 0);
  if (open >= text_.size() || text_[open] != '[') return 0;
  const size_t close = bracket_.from(open);
  if (close == kNone || close + 1 >= text_.size() || text_[close + 1] != '(') return 0;
  const size_t end = parenthesis_.from(close);
  if (end == kNone || blank_.from(close) < end || end == close + 2) return 0;
  if (is_image) return end + 1 - at;
  if (close == open + 1) return end + 1 - at;
  link_end_ = {close, end + 1 - close};
  return 1;
}

}  // namespace regard::text
