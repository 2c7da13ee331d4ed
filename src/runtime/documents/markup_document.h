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

/// A file of which every byte belongs to an item of markup: texts, tags that are around words, and
/// blocks, which stay.
class MarkupDocument : public Document {
 public:
  using ItemsOf = std::function<std::vector<serve::HtmlItem>(std::string_view bytes)>;

  /// `attributes`: texts in tags, which are translated, too.
  MarkupDocument(const std::string& bytes, ItemsOf items_of, std::vector<Field> attributes = {});

  const std::vector<Unit>& units() const override { return units_; }
  WrittenDocument write(std::span<const TranslatedText> translations) const override;

 private:
  ItemsOf items_of_;
  FieldDocument attributes_;
  serve::HtmlText text_;
  std::vector<Unit> units_;  // of attributes, then of the text
};

/// HTML, of which elements of the names that the rules ignore stay.
std::unique_ptr<Document> html_document(const std::string& html,
                                        const serve::MarkupRules& rules = {});

/// XML by these rules. Throws serve::MalformedXml.
std::unique_ptr<Document> xml_document(const std::string& xml, const serve::MarkupRules& rules,
                                       serve::Entities entities = serve::Entities::none);

}  // namespace regard::documents
