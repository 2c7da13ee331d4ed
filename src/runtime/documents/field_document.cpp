#include "documents/field_document.h"

#include <algorithm>
#include <utility>

namespace regard::documents {
namespace {

/// Whether the translations change the places of a field.
bool changes(const Field& field, std::span<const TranslatedText> translations) {
  const auto& units = field.text.units();
  for (size_t unit = 0; unit < std::min(units.size(), translations.size()); ++unit) {
    const auto& text = translations[unit].text;
    if (!text.empty() && (field.is_beside || text != units[unit].text)) return true;
  }
  return false;
}

/// Whether part of the translation of a bilingual field is missing; such a field is not written.
bool lacks_some(const Field& field, std::span<const TranslatedText> translations) {
  const auto is_missing = [](const TranslatedText& one) { return one.text.empty(); };
  return field.is_beside && (translations.size() < field.text.units().size() ||
                             std::ranges::any_of(translations, is_missing));
}

}  // namespace

Field field_at(Place place, CodedText text,
               std::function<std::string(std::span<const TextPart>)> written) {
  return {.text = std::move(text),
          .places = {place},
          .write = [written = std::move(written)](const CodedText& own,
                                                  std::span<const TranslatedText> translations,
                                                  std::vector<std::string>& /*warnings*/) {
            return std::vector<std::string>{written(own.with(translations))};
          }};
}

FieldDocument::FieldDocument(std::string bytes, std::vector<Field> fields,
                             std::vector<std::string> notes)
    : bytes_(std::move(bytes)), fields_(std::move(fields)), notes_(std::move(notes)) {
  for (const auto& field : fields_) {
    units_.insert(units_.end(), field.text.units().begin(), field.text.units().end());
  }
}

WrittenDocument FieldDocument::write(std::span<const TranslatedText> translations) const {
  WrittenDocument written{.bytes = {}, .warnings = notes_};
  size_t at = 0;
  for (const auto& field : fields_) {
    const auto own = translations.first(std::min(field.text.units().size(), translations.size()));
    translations = translations.subspan(own.size());
    if (!changes(field, own) || lacks_some(field, own)) continue;
    const auto texts = field.write(field.text, own, written.warnings);
    for (size_t number = 0; number < texts.size(); ++number) {
      const auto& place = field.places[number];
      written.bytes.append(bytes_, at, place.begin - at);
      written.bytes += texts[number];
      at = place.end;
    }
  }
  written.bytes.append(bytes_, at);
  return written;
}

}  // namespace regard::documents
