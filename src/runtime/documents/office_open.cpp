#include <algorithm>
#include <set>
#include <utility>

#include "documents/field_document.h"
#include "documents/office_attributes.h"
#include "documents/office_parts.h"
#include "documents/office_runs.h"

namespace regard::documents {
namespace {

/// The paragraphs of a part that stay unchanged: those with these texts or in this language.
struct Left {
  std::set<std::string> texts;
  std::string language;
};

std::vector<Field> paragraphs_of(const std::string& xml, const std::string& name,
                                 const Left& left) {
  auto fields = paragraphs_of_runs(xml, name, left.language);
  std::erase_if(
      fields, [&](const Field& field) { return left.texts.contains(text_of(field.text.parts())); });
  return fields;
}

/// Paragraphs with described pictures: the descriptions are inside tags of paragraphs, so the
/// paragraphs are read again after they are written.
class DescribedDocument : public Document {
 public:
  DescribedDocument(const File& file, Left left, std::vector<Field> descriptions)
      : name_(file.name),
        left_(std::move(left)),
        descriptions_(file.bytes, std::move(descriptions)),
        paragraphs_(file.bytes, paragraphs_of(file.bytes, name_, left_)),
        units_(descriptions_.units()) {
    const auto& texts = paragraphs_.units();
    units_.insert(units_.end(), texts.begin(), texts.end());
  }

  const std::vector<Unit>& units() const override { return units_; }

  WrittenDocument write(std::span<const TranslatedText> translations) const override {
    const size_t count = std::min(descriptions_.units().size(), translations.size());
    auto xml = descriptions_.write(translations.first(count)).bytes;
    auto fields = paragraphs_of(xml, name_, left_);
    return FieldDocument(std::move(xml), std::move(fields)).write(translations.subspan(count));
  }

 private:
  std::string name_;
  Left left_;
  FieldDocument descriptions_, paragraphs_;
  std::vector<Unit> units_;
};

}  // namespace

std::unique_ptr<Document> read_office_open(File file, const std::set<std::string>& kept,
                                           const std::string& left_language) {
  Left left = {kept, left_language};
  auto fields = paragraphs_of(file.bytes, file.name, left);
  auto descriptions = descriptions_in(file.bytes);
  if (!descriptions.empty()) {
    return std::make_unique<DescribedDocument>(file, std::move(left), std::move(descriptions));
  }
  return std::make_unique<FieldDocument>(std::move(file.bytes), std::move(fields));
}

}  // namespace regard::documents
