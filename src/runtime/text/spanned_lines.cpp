#include "text/spanned_lines.h"

#include <string>

#include "text/copied_items.h"

namespace regard::text {

std::vector<size_t> spans_of_items(std::span<const std::string_view> lines) {
  std::string text;
  std::vector<size_t> ends;  // ends of the lines in `text`
  for (const auto line : lines) {
    text += line;
    if (!line.ends_with('\n')) text += '\n';
    ends.push_back(text.size());
  }
  std::vector<CopiedItem> items;
  // Characters that may begin an item that spans lines.
  if (text.find_first_of("{<`$%") != std::string::npos) items = copied_items(text);
  std::vector<size_t> spans;
  auto item = items.begin();
  for (size_t first = 0; first < lines.size(); first += spans.back()) {
    size_t last = first;
    for (; item != items.end() && item->begin < ends[last]; ++item) {
      while (item->end > ends[last]) ++last;
    }
    spans.push_back(last + 1 - first);
  }
  return spans;
}

}  // namespace regard::text
