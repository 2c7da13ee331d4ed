#pragma once
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "documents/coded_text.h"
#include "documents/document.h"

namespace regard::documents {

/// Bytes [begin, end) of a file.
struct Place {
  size_t begin, end;
};

/// A text of a file, and the places that its translation replaces.
struct Field {
  CodedText text;
  std::vector<Place> places;  ///< in order; empty ones are where something is inserted
  /// What is written at each place. It may add to the warnings, and return nothing: then the places
  /// stay.
  std::function<std::vector<std::string>(const CodedText& text,
                                         std::span<const TranslatedText> translations,
                                         std::vector<std::string>& warnings)>
      write;
  /// The places hold a translation of the text, not the text: one that is equal to it is written.
  bool is_beside = false;
};

/// A field of one place, whose parts `written` puts as the file has them.
Field field_at(Place place, CodedText text,
               std::function<std::string(std::span<const TextPart> parts)> written);

/// The bytes of a file, of which the fields are translated.
class FieldDocument : public Document {
 public:
  /// The places of all fields lie apart and in order. `notes`: warnings about the file itself.
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
