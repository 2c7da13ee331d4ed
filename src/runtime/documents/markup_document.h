#pragma once
#include <functional>
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

  MarkupDocument(std::string bytes, const ItemsOf& items_of);

  const std::vector<Unit>& units() const override { return units_; }
  WrittenDocument write(std::span<const TranslatedText> translations) const override;

 private:
  serve::HtmlText text_;
  std::vector<Unit> units_;
};

}  // namespace regard::documents
