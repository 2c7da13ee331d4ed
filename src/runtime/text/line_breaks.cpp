#include "text/line_breaks.h"

#include <algorithm>

#include "text/characters.h"

namespace regard::text {
namespace {

/// Elements that stand between lines or paragraphs.
constexpr std::string_view kBetweenLines[] = {"br", "hr", "p",  "div", "li", "ul",
                                              "ol", "tr", "td", "th",  "h1", "h2",
                                              "h3", "h4", "h5", "h6",  "dt", "dd"};

size_t break_tag_size(std::string_view text) {
  const size_t begin = text.substr(1).starts_with('/') ? 2 : 1;
  const size_t name = run_of(text.substr(std::min(begin, text.size())), is_alphanumeric);
  const auto element = lower_ascii(text.substr(std::min(begin, text.size()), name));
  if (std::ranges::find(kBetweenLines, element) == std::end(kBetweenLines)) return 0;
  const size_t close = text.find_first_of("<>", 1);
  const bool ends = begin + name < text.size() && is_among(text[begin + name], " \t/>");
  return ends && close != std::string_view::npos && text[close] == '>' ? close + 1 : 0;
}

size_t break_size(std::string_view text) {
  if (text.starts_with('<')) return break_tag_size(text);
  return text.size() > 1 && text[0] == '\\' && is_among(text[1], "nrt") ? 2 : 0;
}

}  // namespace

size_t written_break_size(std::string_view text) {
  constexpr int kMost = 16;  // so that each is looked at a few times, wherever callers begin
  size_t size = 0, at = 0;
  for (int count = 0; count < kMost; ++count) {
    const size_t one = at < text.size() ? break_size(text.substr(at)) : 0;
    if (one == 0) break;
    size = at + one;
    at = size + run_of(text.substr(size), [](char c) { return is_among(c, kBlanks); });
  }
  return size;
}

bool is_written_break(std::string_view text) {
  const auto bare = trimmed(text);
  return !bare.empty() && written_break_size(bare) == bare.size();
}

}  // namespace regard::text
