#include "text/line_ends.h"

#include <algorithm>
#include <array>
#include <vector>

#include "text/sentences.h"

namespace regard::text {
namespace {

constexpr std::array<std::string_view, 8> kEnds = {"\r\n", "\n",     "\r",     "\v",
                                                   "\f",   "\u0085", "\u2028", "\u2029"};

/// Size of the line end at the beginning of `text`; 0 if none.
size_t end_size(std::string_view text) {
  const auto* end = std::ranges::find_if(kEnds, [&](auto one) { return text.starts_with(one); });
  return end == kEnds.end() ? 0 : end->size();
}

}  // namespace

std::string_view without_line_end(std::string_view line) {
  const auto* end = std::ranges::find_if(kEnds, [&](auto one) { return line.ends_with(one); });
  return end == kEnds.end() ? line : line.substr(0, line.size() - end->size());
}

std::vector<std::string_view> lines_with_ends(std::string_view text) {
  std::vector<std::string_view> lines;
  size_t begin = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t size = end_size(text.substr(at));
    at += std::max<size_t>(size, 1);
    if (size == 0) continue;
    lines.push_back(text.substr(begin, at - begin));
    begin = at;
  }
  if (begin < text.size() || text.empty()) lines.push_back(text.substr(begin));
  return lines;
}

}  // namespace regard::text
