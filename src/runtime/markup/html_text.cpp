#include "markup/html_text.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/readable.h"
#include "base/utf8.h"
#include "markup/html_items.h"
#include "markup/html_segment.h"
#include "regard/base/str.h"
#include "text/characters.h"

namespace regard::serve {
namespace {

constexpr std::array<std::string_view, 4> kEndMarks = {".", "!", "?", "\u2026"};

char32_t upper(char32_t character) {
  return static_cast<char32_t>(utf8proc_toupper(static_cast<utf8proc_int32_t>(character)));
}

/// Size of the end mark, with the spaces that French puts before it.
size_t size_of_end_mark(std::string_view text) {
  const auto bare = trimmed(text);
  for (const auto mark : kEndMarks) {
    if (!bare.ends_with(mark)) continue;
    size_t size = mark.size();
    for (const std::string_view space : {" ", "\u00A0", "\u202F"}) {
      if (bare.substr(0, bare.size() - size).ends_with(space)) return size + space.size();
    }
    return size;
  }
  return 0;
}

/// Position of the first letter; the size of the text if there is none.
size_t first_letter(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    const auto point = first_code_point(text.substr(at));
    if (point.length > 0 && text::is_letter(point.value)) return at;
    at += std::max<size_t>(point.length, 1);
  }
  return at;
}

std::string with_case_of(std::string_view source, const std::string& translation) {
  const size_t from = first_letter(source), to = first_letter(translation);
  if (from >= source.size() || to >= translation.size()) return translation;
  const char32_t like = first_code_point(source.substr(from)).value;
  const auto letter = first_code_point(std::string_view(translation).substr(to));
  const bool is_small = text::lower(like) == like && upper(like) != like;
  std::string changed = translation.substr(0, to);
  append_utf8(is_small ? text::lower(letter.value) : upper(letter.value), changed);
  return changed + translation.substr(to + letter.length);
}

}  // namespace

std::string with_formatting_of(std::string_view source, std::string translation) {
  const size_t in_source = size_of_end_mark(source), size = size_of_end_mark(translation);
  if (in_source == 0 && size > 0) {
    const size_t end = translation.find_last_not_of(kBlanks) + 1;
    translation.erase(end - size, size);
  } else if (in_source > 0 && size == 0 && !translation.empty()) {
    const auto bare = trimmed(source);
    translation.insert(translation.find_last_not_of(kBlanks) + 1,
                       bare.substr(bare.size() - in_source));
  }
  return with_case_of(source, translation);
}

HtmlText::HtmlText(std::string html, const MarkupRules& rules)
    : HtmlText(std::move(html), Markup::html, rules) {}

HtmlText::HtmlText(std::string text, Markup markup, const MarkupRules& rules)
    : html_(std::move(text)), is_html_(markup == Markup::html) {
  read(markup == Markup::xml ? xml_items(html_, rules) : html_items(html_, rules));
}

HtmlText::HtmlText(std::string text,
                   const std::function<std::vector<HtmlItem>(std::string_view)>& items_of)
    : html_(std::move(text)), is_html_(false) {
  read(items_of(html_));
}

void HtmlText::read(std::span<const HtmlItem> items) {
  size_t begin = 0;
  for (size_t at = 0; at <= items.size(); ++at) {
    if (at < items.size() && items[at].role != HtmlItem::Role::block) continue;
    add_run(items, begin, at);
    if (at < items.size()) parts_.push_back({.bytes = items[at].bytes, .is_segment = false});
    begin = at + 1;
  }
}

void HtmlText::add_run(std::span<const HtmlItem> items, size_t begin, size_t end) {
  if (is_html_) {
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

namespace {

/// Whether an HTML element may be put around a text after a block tag: not inside an element that
/// allows only text, nor around tags whose partners are elsewhere.
bool may_be_within_element(const HtmlSegment& segment, std::string_view block) {
  for (const auto* name : {"<title", "<option", "<optgroup"}) {
    if (lower_ascii(block.substr(0, std::string_view(name).size())) == name) return false;
  }
  const auto is_note = [](const HtmlNode& node) { return node.kind == HtmlNode::Kind::note; };
  return std::ranges::none_of(segment.nodes, is_note) &&
         segment.leading.find('<') == std::string_view::npos &&
         segment.trailing.find('<') == std::string_view::npos;
}

/// Adds the MT Confidence attributes of ITS 2.0 (https://www.w3.org/TR/its20/#mtconfidence).
std::string with_confidence(const std::string& html, double confidence) {
  return str("<span its-mt-confidence=\"", fixed(confidence, 4),
             "\" its-annotators-ref=\"mt-confidence|regard\">", html, "</span>");
}

}  // namespace

std::string HtmlText::rebuilt(std::span<const TranslatedText> translations) const {
  std::string html;
  size_t segment = 0;
  std::string_view block;
  for (const auto& part : parts_) {
    const bool has_translation =
        part.is_segment && segment < translations.size() && !translations[segment].stays;
    if (has_translation) {
      const auto& translation = translations[segment];
      const auto text = translated_html(segments_[segment], translation);
      const bool shows_confidence =
          translation.confidence && is_html_ && may_be_within_element(segments_[segment], block);
      html += shows_confidence ? with_confidence(text, *translation.confidence) : text;
    } else {
      html += part.bytes;
    }
    if (!part.is_segment) block = part.bytes;
    segment += part.is_segment ? 1 : 0;
  }
  return html;
}

}  // namespace regard::serve
