#include "markup/html_text.h"

#include <utility>

#include "markup/html_cuts.h"
#include "markup/html_items.h"
#include "markup/html_placement.h"
#include "markup/xml_items.h"

namespace regard::serve {

HtmlText::HtmlText(std::string html, const MarkupRules& rules)
    : HtmlText(std::move(html), Markup::html, rules) {}

HtmlText::HtmlText(std::string text, Markup markup, const MarkupRules& rules)
    : html_(std::move(text)), cuts_menus_(markup == Markup::html) {
  const auto items =
      markup == Markup::xml ? xml_items(html_, rules) : html_items(html_, rules.ignored);
  size_t begin = 0;
  for (size_t at = 0; at <= items.size(); ++at) {
    if (at < items.size() && items[at].role != HtmlItem::Role::block) continue;
    add_run(items, begin, at);
    if (at < items.size()) parts_.push_back({.bytes = items[at].bytes, .is_segment = false});
    begin = at + 1;
  }
}

void HtmlText::add_run(std::span<const HtmlItem> items, size_t begin, size_t end) {
  if (cuts_menus_) {
    for (const size_t cut : html_cuts(items, begin, end)) {
      add(items, std::exchange(begin, cut), cut);
    }
  }
  add(items, begin, end);
}

void HtmlText::add(std::span<const HtmlItem> items, size_t begin, size_t end) {
  if (begin == end) return;
  const char* first = items[begin].bytes.data();
  const auto& last = items[end - 1].bytes;
  auto segment = html_segment(items, begin, end);
  parts_.push_back({.bytes = {first, static_cast<size_t>(last.data() + last.size() - first)},
                    .is_segment = segment.has_value()});
  if (!segment) return;
  texts_.push_back(segment->text);
  segments_.push_back(std::move(*segment));
}

std::string HtmlText::rebuilt(std::span<const TranslatedText> translations) const {
  std::string html;
  size_t segment = 0;
  for (const auto& part : parts_) {
    if (part.is_segment && segment < translations.size()) {
      html += translated_html(segments_[segment], translations[segment]);
      ++segment;
    } else {
      html += part.bytes;
    }
  }
  return html;
}

}  // namespace regard::serve
