#include <algorithm>
#include <iterator>
#include <utility>

#include "documents/declared_language.h"
#include "documents/field_document.h"
#include "documents/formats.h"
#include "documents/markup_document.h"
#include "documents/svg_texts.h"
#include "documents/xml_parts.h"
#include "markup/html_names.h"
#include "markup/html_scanner.h"
#include "markup/html_text.h"

namespace regard::documents {
namespace {

/// Writes a text as an attribute value that replaces `before`; < and > become references unless
/// `before` has them unescaped.
std::string written(std::string_view text, char quote, std::string_view before) {
  const auto is_referred = [&](char c) { return before.find(c) == std::string_view::npos; };
  std::string value;
  for (const char c : text) {
    if (c == quote) {
      value += quote == '"' ? "&quot;" : "&#39;";
    } else if (c == '&') {
      value += "&amp;";
    } else if (c == '<' && is_referred(c)) {
      value += "&lt;";
    } else if (c == '>' && is_referred(c)) {
      value += "&gt;";
    } else {
      value += c;
    }
  }
  return value;
}

/// The human-readable attributes of tags, except in untranslated elements, and the texts of
/// pictures.
std::vector<Field> attributes_of(std::string_view html, const serve::MarkupRules& rules) {
  std::vector<Field> fields;
  for (const auto& item : serve::html_items(html, rules)) {
    if (!item.bytes.starts_with('<')) continue;
    const auto token = serve::HtmlScanner(item.bytes).next();
    if (token && token->name == "svg" && !token->is_untranslated) {
      std::ranges::move(svg_texts(html, item.bytes), std::back_inserter(fields));
    }
    if (!token || token->bytes.size() != item.bytes.size() || token->is_untranslated) continue;
    for (const auto value : token->texts) {
      const auto begin = static_cast<size_t>(value.data() - html.data());
      const Place place = {begin, begin + value.size()};
      fields.push_back(field_at(place, CodedText(without_references(value)),
                                [quote = html[place.end], before = std::string(value)](auto parts) {
                                  return written(text_of(parts), quote, before);
                                }));
    }
  }
  return fields;
}

class HtmlDocument : public Document {
 public:
  HtmlDocument(const std::string& html, const serve::MarkupRules& rules)
      : rules_(rules), attributes_(html, attributes_of(html, rules)), text_(html, rules) {
    units_ = attributes_.units();
    const auto& segments = text_.segments();
    for (size_t number = 0; number < segments.size(); ++number) {
      units_.push_back({.text = segments[number], .needs_alignment = text_.has_tags(number)});
    }
  }

  const std::vector<Unit>& units() const override { return units_; }

  WrittenDocument write(std::span<const TranslatedText> translations) const override {
    const size_t count = std::min(attributes_.units().size(), translations.size());
    auto written = attributes_.write(translations.first(count));
    const auto texts = changed_texts(text_, translations.subspan(count));
    // Changed attributes do not affect where the texts are.
    written.bytes = serve::HtmlText(std::move(written.bytes), rules_).rebuilt(texts);
    return written;
  }

 private:
  serve::MarkupRules rules_;
  FieldDocument attributes_;
  serve::HtmlText text_;
  std::vector<Unit> units_;
};

/// The languages that tags declare, except in untranslated elements.
std::vector<std::string_view> languages_of(std::string_view html, const serve::MarkupRules& rules) {
  std::vector<std::string_view> languages;
  for (const auto& item : serve::html_items(html, rules)) {
    if (!item.bytes.starts_with('<')) continue;
    const auto token = serve::HtmlScanner(item.bytes).next();
    if (!token || token->bytes.size() != item.bytes.size() || token->is_untranslated) continue;
    std::ranges::copy(token->languages, std::back_inserter(languages));
  }
  return languages;
}

}  // namespace

std::unique_ptr<Document> html_document(const std::string& html, const serve::MarkupRules& rules) {
  return std::make_unique<HtmlDocument>(html, rules);
}

std::unique_ptr<Document> read_html(File file, const DocumentOptions& options) {
  const serve::MarkupRules rules = {.source_language = options.source_language,
                                    .target_language = options.target_language};
  return with_declared_language(
      html_document(file.bytes, rules), options,
      [rules](std::string_view html) { return languages_of(html, rules); });
}

std::unique_ptr<Document> read_xhtml(File file, const DocumentOptions& options) {
  xml_tokens(file.bytes, file.name, serve::Entities::any);
  return read_html(std::move(file), options);
}

}  // namespace regard::documents
