#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "markup/markup_rules.h"

namespace regard::documents {

using serve::TranslatedText;

/// A text of a document as people read it: plain, on one line, without codes (tags and other
/// markup).
struct Unit {
  std::string text;
  bool needs_alignment = false;  ///< word alignment is needed to place codes or to split the text
};

/// A document with its translations, and warnings about some of them.
struct WrittenDocument {
  std::string bytes;
  std::vector<std::string> warnings = {};
};

/// A file, divided into units to translate and the rest. Everything except the text of units is
/// preserved byte for byte.
class Document {
 public:
  Document() = default;
  virtual ~Document() = default;
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  /// The texts to translate, in file order.
  virtual const std::vector<Unit>& units() const = 0;

  /// The file with a translation for each unit, in that order. Units with an empty or missing
  /// translation stay unchanged. So does a unit whose translation equals its text, unless the file
  /// has source and target texts side by side.
  virtual WrittenDocument write(std::span<const TranslatedText> translations) const = 0;
};

/// Translates texts; `needs_alignment`: also returns their word alignment.
using TranslateUnits = std::function<std::vector<TranslatedText>(
    const std::vector<std::string>& texts, bool needs_alignment)>;

/// Translates the units of a document in batches. Calls `report` with the number of units done and
/// the total number.
std::vector<TranslatedText> translations_of(
    const Document& document, const TranslateUnits& translate_units,
    const std::function<void(size_t done, size_t all)>& report = {});

/// Translates and rewrites a document.
WrittenDocument translate(const Document& document, const TranslateUnits& translate_units,
                          const std::function<void(size_t done, size_t all)>& report = {});

}  // namespace regard::documents
