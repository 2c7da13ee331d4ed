#pragma once
#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/process.h"
#include "documents/document.h"

namespace regard::documents {

/// Translations that are kept in a file while a document is translated, so that work that was ended
/// goes on where it was. They are whole or not there: a record that is cut is not read.
class KeptTranslations {
 public:
  /// `key` is all that translations depend on: those that were kept with another one are dropped.
  /// Throws Error if the file cannot be written. While another process keeps its translations
  /// there, nothing is read or kept.
  KeptTranslations(std::filesystem::path path, std::string_view key);

  /// Translates the texts that were not kept, and keeps them.
  std::vector<TranslatedText> translate(const TranslateUnits& translate_units,
                                        const std::vector<std::string>& texts,
                                        bool needs_alignment);

  /// How many were kept before.
  size_t count() const { return count_; }

  /// Deletes the file: the document is written.
  void remove();

 private:
  using Key = std::pair<bool, std::string>;  // with alignment, text

  void read(std::string_view head);

  std::filesystem::path path_;
  OpenDescriptor file_;
  std::map<Key, TranslatedText> kept_;
  size_t count_ = 0;
};

}  // namespace regard::documents
