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

/// A text of a document as people read it: plain, in one line, without its codes (tags and other
/// marks of the format).
struct Unit {
  std::string text;
  bool needs_alignment = false;  ///< codes are placed, or it is cut, by the alignment of words
};

/// A document with its translations, and what is wrong with some of them.
struct WrittenDocument {
  std::string bytes;
  std::vector<std::string> warnings = {};
};

/// A file as what stays and what is translated. Whatever is not the text of a unit stays to the
/// byte.
class Document {
 public:
  Document() = default;
  virtual ~Document() = default;
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  /// The texts to translate, in the order of the file.
  virtual const std::vector<Unit>& units() const = 0;

  /// The file with a translation for each unit, in that order. A unit without a translation, or
  /// with an empty one, stays; one whose translation is its own text stays, too, unless the file
  /// has texts and translations side by side.
  virtual WrittenDocument write(std::span<const TranslatedText> translations) const = 0;
};

/// Translates texts; `needs_alignment`: with what aligns their words.
using TranslateUnits = std::function<std::vector<TranslatedText>(
    const std::vector<std::string>& texts, bool needs_alignment)>;

/// A translation for each unit of a document, some at a time. `report` is told how many of all are
/// done.
std::vector<TranslatedText> translations_of(
    const Document& document, const TranslateUnits& translate_units,
    const std::function<void(size_t done, size_t all)>& report = {});

/// The document with these translations.
WrittenDocument translate(const Document& document, const TranslateUnits& translate_units,
                          const std::function<void(size_t done, size_t all)>& report = {});

}  // namespace regard::documents
