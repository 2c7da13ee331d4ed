#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "markup/html_segment.h"
#include "markup/markup_rules.h"

namespace regard::serve {

/// Adapts a translation to its source: case of the first letter, and presence of an end mark.
std::string with_formatting_of(std::string_view source, std::string translation);

/// HTML or XML whose texts are translated while its tags stay. Accepts any bytes as HTML: broken
/// markup stays equally broken, and no exception is thrown. XML must be well-formed and remains
/// well-formed (html_items.h).
///
/// Left untranslated, byte for byte: code, pre, kbd, samp, var, script, style, textarea, svg, math,
/// audio, video, canvas, object, iframe, comments, elements with translate="no" or the class
/// notranslate, and elements whose names the rules ignore.
class HtmlText {
 public:
  explicit HtmlText(std::string html, const MarkupRules& rules = {});
  /// A text in HTML or XML. Throws MalformedXml (xml_scanner.h).
  HtmlText(std::string text, Markup markup, const MarkupRules& rules);
  /// Text in other markup: `items_of` returns the items as views that together cover the text.
  HtmlText(std::string text,
           const std::function<std::vector<HtmlItem>(std::string_view text)>& items_of);
  HtmlText(const HtmlText&) = delete;
  HtmlText& operator=(const HtmlText&) = delete;

  /// The texts to translate, in order: plain, one line each. Block elements (p, div, li, br, ...)
  /// separate texts; inline elements (b, a, span, ...) do not. Texts without letters are left out.
  const std::vector<std::string>& segments() const { return texts_; }

  /// Whether a text contains tags, which are placed by attention.
  bool has_tags(size_t segment) const { return segments_[segment].nodes.size() > 1; }

  /// The HTML with a translation for each of segments(), in order. An inline element surrounds the
  /// words that attend to its source words; without attention it keeps its relative position. A
  /// text without a translation stays unchanged. In HTML, a translation with a confidence is
  /// wrapped in an element that states it, if an element is allowed there.
  std::string rebuilt(std::span<const TranslatedText> translations) const;

 private:
  struct Part {
    std::string_view bytes;
    bool is_segment;
  };

  void read(std::span<const HtmlItem> items);
  void add_run(std::span<const HtmlItem> items, size_t begin, size_t end);
  void add(std::span<const HtmlItem> items, size_t begin, size_t end);

  std::string html_;
  bool is_html_;
  std::vector<Part> parts_;
  std::vector<HtmlSegment> segments_;  // views into html_
  std::vector<std::string> texts_;
};

}  // namespace regard::serve
