#include <algorithm>
#include <set>
#include <utility>

#include "documents/field_document.h"
#include "documents/office_attributes.h"
#include "documents/office_parts.h"
#include "documents/office_runs.h"

namespace regard::documents {
namespace {

std::vector<Field> paragraphs_of(const std::string& xml, const std::string& name,
                                 const std::set<std::string>& kept) {
  auto fields = paragraphs_of_runs(xml, name);
  std::erase_if(fields,
                [&](const Field& field) { return kept.contains(text_of(field.text.parts())); });
  return fields;
}

/// Paragraphs with described pictures: the descriptions are inside tags of paragraphs, so the
/// paragraphs are read again after they are written.
class DescribedDocument : public Document {
 public:
  DescribedDocument(const File& file, std::set<std::string> kept, std::vector<Field> descriptions)
      : name_(file.name),
        kept_(std::move(kept)),
        descriptions_(file.bytes, std::move(descriptions)),
        paragraphs_(file.bytes, paragraphs_of(file.bytes, name_, kept_)),
        units_(descriptions_.units()) {
    const auto& texts = paragraphs_.units();
    units_.insert(units_.end(), texts.begin(), texts.end());
  }

  const std::vector<Unit>& units() const override { return units_; }

  WrittenDocument write(std::span<const TranslatedText> translations) const override {
    const size_t count = std::min(descriptions_.units().size(), translations.size());
    auto xml = descriptions_.write(translations.first(count)).bytes;
    auto fields = paragraphs_of(xml, name_, kept_);
    return FieldDocument(std::move(xml), std::move(fields)).write(translations.subspan(count));
  }

 private:
  std::string name_;
  std::set<std::string> kept_;
  FieldDocument descriptions_, paragraphs_;
  std::vector<Unit> units_;
};

}  // namespace

std::unique_ptr<Document> read_office_open(File file, const std::set<std::string>& kept) {
  auto fields = paragraphs_of(file.bytes, file.name, kept);
  auto descriptions = descriptions_in(file.bytes);
  if (!descriptions.empty()) {
    return std::make_unique<DescribedDocument>(file, kept, std::move(descriptions));
  }
  return std::make_unique<FieldDocument>(std::move(file.bytes), std::move(fields));
}

}  // namespace regard::documents
