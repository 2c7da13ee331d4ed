#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "documents/field_document.h"
#include "markup/html_items.h"
#include "markup/html_text.h"

namespace regard::documents {

/// A file whose every byte belongs to a markup item: texts, tags around words, and blocks, which
/// stay unchanged.
class MarkupDocument : public Document {
 public:
  using ItemsOf = std::function<std::vector<serve::HtmlItem>(std::string_view bytes)>;

  /// `attributes`: texts within tags, which are also translated.
  MarkupDocument(const std::string& bytes, ItemsOf items_of, std::vector<Field> attributes = {});

  const std::vector<Unit>& units() const override { return units_; }
  WrittenDocument write(std::span<const TranslatedText> translations) const override;

 private:
  ItemsOf items_of_;
  FieldDocument attributes_;
  serve::HtmlText text_;
  std::vector<Unit> units_;  // units of attributes, then those of the text
};

/// Reads HTML; elements whose names the rules ignore stay unchanged.
std::unique_ptr<Document> html_document(const std::string& html,
                                        const serve::MarkupRules& rules = {});

/// Reads XML according to the rules. Throws serve::MalformedXml.
std::unique_ptr<Document> xml_document(const std::string& xml, const serve::MarkupRules& rules);

}  // namespace regard::documents
