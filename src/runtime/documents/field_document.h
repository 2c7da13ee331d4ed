#pragma once
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "documents/coded_text.h"
#include "documents/document.h"

namespace regard::documents {

/// Byte range [begin, end) of a file.
struct Place {
  size_t begin, end;
};

/// A text of a file, and the places that its translation replaces.
struct Field {
  CodedText text;
  std::vector<Place> places;  ///< in order; an empty place is an insertion point
  /// Returns the new content of each place and may add warnings. If it returns an empty list, the
  /// places stay unchanged.
  std::function<std::vector<std::string>(const CodedText& text,
                                         std::span<const TranslatedText> translations,
                                         std::vector<std::string>& warnings)>
      write;
  /// The places contain a translation of the text rather than the text itself, so a translation
  /// equal to the text is also written.
  bool is_beside = false;
};

/// A field with one place; `written` converts its parts to the file's syntax.
Field field_at(Place place, CodedText text,
               std::function<std::string(std::span<const TextPart> parts)> written);

/// A file of which only the given fields are translated.
class FieldDocument : public Document {
 public:
  /// The places of all fields must be disjoint and in order. `notes`: warnings about the file
  /// itself.
  FieldDocument(std::string bytes, std::vector<Field> fields, std::vector<std::string> notes = {});

  const std::vector<Unit>& units() const override { return units_; }
  WrittenDocument write(std::span<const TranslatedText> translations) const override;

 private:
  std::string bytes_;
  std::vector<Field> fields_;
  std::vector<std::string> notes_;
  std::vector<Unit> units_;
};

}  // namespace regard::documents
