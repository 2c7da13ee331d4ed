#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "markup/html_segment.h"
#include "markup/markup_rules.h"

namespace regard::serve {

/// The translation with the case of its first letter and with or without a mark at its end as the
/// source has them.
std::string with_formatting_of(std::string_view source, std::string translation);

/// A piece of HTML or XML whose texts are translated while its tags stay. Any sequence of bytes is
/// HTML: what is broken comes out as broken as it was, and nothing here throws. XML must be
/// well-formed, and what comes out is (html_items.h).
///
/// Not translated, and unchanged to the byte: code, pre, kbd, samp, var, script, style, textarea,
/// svg, math, audio, video, canvas, object, iframe, comments, and elements with translate="no" or
/// the class notranslate, or of a name that the rules ignore.
class HtmlText {
 public:
  explicit HtmlText(std::string html, const MarkupRules& rules = {});
  /// Throws MalformedXml (xml_scanner.h).
  HtmlText(std::string text, Markup markup, const MarkupRules& rules);
  /// Text in another markup, whose `items_of` finds the items: they in order are the bytes of the
  /// text, and views of it.
  HtmlText(std::string text,
           const std::function<std::vector<HtmlItem>(std::string_view text)>& items_of);
  HtmlText(const HtmlText&) = delete;
  HtmlText& operator=(const HtmlText&) = delete;

  /// The texts to translate, in order: plain, one line each. Block elements (p, div, li, br, ...)
  /// end a text; inline ones (b, a, span, ...) are within one. Texts without letters are left out.
  const std::vector<std::string>& segments() const { return texts_; }

  /// Whether a text has tags within it, which are placed by attention.
  bool has_tags(size_t segment) const { return segments_[segment].nodes.size() > 1; }

  /// The HTML with a translation for each of segments(), in that order. An inline element is around
  /// the words that attend to those it was around; without attention it keeps its relative
  /// position. A text without a translation stays. In HTML, a translation with a confidence gets an
  /// element around it that says so, where an element may be.
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
  std::vector<HtmlSegment> segments_;  // views of html_
  std::vector<std::string> texts_;
};

}  // namespace regard::serve
