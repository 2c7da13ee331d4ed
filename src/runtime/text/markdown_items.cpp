#include "text/items.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::text {
namespace {

constexpr auto kNone = std::string_view::npos;

bool is_emphasis_mark(char c) { return is_among(c, "*_~'=^|"); }
bool is_bare(char c) { return !is_alphanumeric(c) && static_cast<unsigned char>(c) < 0x80U; }

/// Whether a mark has a valid size: up to 3 for * and _, 2 for ~ = ^ |, 2 or 3 for ' as in a wiki.
bool is_mark_size(char mark, size_t size) {
  if (mark == '\'') return size == 2 || size == 3;
  return is_among(mark, "~=^|") ? size == 2 : size <= 3;
}

/// Whether the text inside is words rather than a program's name: __init__, *args.
bool is_said(char mark, size_t size, std::string_view inside) {
  const bool has_letter = std::ranges::any_of(
      inside, [](char c) { return is_ascii_letter(c) || static_cast<unsigned char>(c) >= 0x80U; });
  if (inside.starts_with('|') && inside.ends_with('|')) return false;  // *|NAME|*
  const bool is_name = mark == '_' && size > 1 && inside.find(' ') == kNone;
  return has_letter && !is_name;
}

}  // namespace

size_t MarkdownItems::size_at(size_t at) {
  const char c = text_[at];
  if (link_end_.size > 0 && at == link_end_.begin) return link_end_.size;
  if (c == '[' || c == '!') return link_size(at);
  if (!is_emphasis_mark(c)) return 0;
  return next_emphasis(at) == at ? emphasis_[next_].size : 0;
}

size_t MarkdownItems::next_emphasis(size_t at) {
  if (!has_emphasis_) find_emphasis();
  while (next_ < emphasis_.size() && emphasis_[next_].begin < at) ++next_;
  return next_ < emphasis_.size() ? emphasis_[next_].begin : kNone;
}

void MarkdownItems::find_emphasis() {
  has_emphasis_ = true;
  std::map<std::pair<char, size_t>, size_t> open;  // start of the last unclosed mark of each kind
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

/// Position of the ) after the address and title that begin at `at`; npos if there is none.
size_t MarkdownItems::end_of_address(size_t at) {
  constexpr size_t kLongest = 2000;
  const auto text = text_.substr(at, kLongest);
  if (text.starts_with('<')) {
    const size_t end = text.find_first_of(">\n");
    const bool closes = end != kNone && text.substr(end).starts_with(">)");
    return closes ? at + end + 1 : kNone;
  }
  const size_t blank = blank_.from(at);
  size_t end = parenthesis_.from(at);
  for (size_t inner = at; end != kNone; ++inner) {  // an inner parenthesis with its own )
    inner = text_.substr(0, std::min(end, blank)).find('(', inner);
    if (inner == kNone) break;
    end = parenthesis_.from(end + 1);
  }
  if (end == kNone || end == at || blank == at) return kNone;
  if (blank >= end) return end;
  const auto title = trimmed(text.substr(std::min(blank - at, text.size())));
  if (title.empty() || !is_among(title[0], "\"'")) return kNone;
  const size_t quote = title.find(title[0], 1);
  if (quote == kNone || title.substr(0, quote).find("\n\n") != kNone) return kNone;
  const auto behind = trimmed(title.substr(quote + 1));
  return behind.starts_with(')') ? static_cast<size_t>(behind.data() - text_.data()) : kNone;
}

/// Size of [name]: address "title", on its own line, or of [!NOTE]
size_t MarkdownItems::definition_size(size_t at) {
  constexpr size_t kLongest = 2000;
  const auto text = text_.substr(at);
  const auto before = text_.substr(0, at == 0 ? 0 : text_.find_last_not_of(kBlanks, at - 1) + 1);
  const auto gap = text_.substr(before.size(), at - before.size());
  const bool begins_line = before.empty() || before.ends_with('>') || gap.find('\n') != kNone;
  const size_t close = bracket_.from(at);
  if (!begins_line || close == kNone || close == at + 1) return 0;
  if (text.starts_with("[!")) {
    const bool is_name = run_of(text.substr(2), is_ascii_letter) == close - at - 2;
    const bool folds = close + 1 < text_.size() && is_among(text_[close + 1], "+-");
    return is_name && close > at + 2 ? close + 1 - at + (folds ? 1 : 0) : 0;
  }
  const auto behind = text_.substr(close + 1, kLongest);
  if (!behind.starts_with(':')) return 0;
  const auto address = behind.substr(std::min(behind.find_first_not_of(kBlanks, 1), behind.size()));
  const auto end = std::min(address.find_first_of(kBlanks), address.size());
  if (address.substr(0, end).find_first_of("/#.:") == kNone) return 0;
  const auto line = address.substr(0, address.find('\n'));
  const auto rest = trimmed(line.substr(std::min(end, line.size())));
  const auto begin_of = [&](std::string_view part) -> size_t { return part.data() - text_.data(); };
  if (rest.empty()) return begin_of(address) + end - at;
  const char quote = rest.front() == '(' ? ')' : rest.front();
  if (rest.size() < 3 || !is_among(quote, "\"')") || rest.back() != quote) return 0;
  link_end_ = {.begin = begin_of(rest) + rest.size() - 1, .size = 1};
  return begin_of(rest) + 1 - at;
}

size_t MarkdownItems::link_size(size_t at) {
  if (const size_t definition = definition_size(at); definition > 0) return definition;
  const bool is_image = text_[at] == '!';
  const size_t open = at + (is_image ? 1 : 0);
  if (open >= text_.size() || text_[open] != '[') return 0;
  if (!is_image && text_.substr(open).starts_with("[[")) return wiki_link_size(at);
  const size_t close = bracket_.from(open);
  if (close == kNone || close + 1 >= text_.size()) return 0;
  size_t end = kNone;
  if (text_[close + 1] == '(') {
    end = end_of_address(close + 2);
  } else if (text_[close + 1] == '[') {
    const auto is_of_name = [](char c) { return is_identifier(c) || is_among(c, "-.: "); };
    const size_t name = run_of(text_.substr(close + 2), is_of_name);
    const auto words = text_.substr(open + 1, close - open - 1);
    const bool has_words = std::ranges::any_of(words, [](char c) { return c >= 'a' && c <= 'z'; });
    const bool closes = text_.substr(close + 2 + name).starts_with(']');
    if (closes && has_words) end = close + 2 + name;
  }
  if (end == kNone) return 0;
  if (is_image || close == open + 1) return end + 1 - at;
  link_end_ = {close, end + 1 - close};
  return 1;
}

/// Size of a wiki link's first mark; 0 if the link has no blanks and is therefore a placeholder.
size_t MarkdownItems::wiki_link_size(size_t at) {
  const size_t close = bracket_.from(at);
  if (close == kNone || !text_.substr(close).starts_with("]]")) return 0;
  const auto inside = text_.substr(at + 2, close - at - 2);
  const bool is_blank = trimmed(inside).empty() || inside.find('\n') != kNone;
  if (is_blank || blank_.from(at) > close) return 0;
  constexpr std::string_view kKinds[] = {"File:",    "Image:",          "Media:",    "Category:",
                                         "Fichier:", "Cat\u00E9gorie:", "Template:", "M\u00E9dia:"};
  const auto begins = [&](auto kind) { return inside.starts_with(kind); };
  if (std::ranges::any_of(kKinds, begins)) return close + 2 - at;
  link_end_ = {close, 2};
  const size_t bar = bar_.from(at);
  return bar < close ? bar + 1 - at : 2;
}

}  // namespace regard::text
