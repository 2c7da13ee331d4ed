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

/// Translations kept in a file while a document is translated, so that an interrupted translation
/// can resume. Truncated records are ignored.
class KeptTranslations {
 public:
  /// `key` describes everything that translations depend on; translations kept with a different key
  /// are dropped. Throws Error if the file cannot be written. While another process has locked the
  /// file, nothing is read or kept.
  KeptTranslations(std::filesystem::path path, std::string_view key);

  /// Translates the texts that have no kept translation, and keeps the results.
  std::vector<TranslatedText> translate(const TranslateUnits& translate_units,
                                        const std::vector<std::string>& texts,
                                        bool needs_alignment);

  /// Number of translations kept by earlier runs.
  size_t count() const { return count_; }

  /// Deletes the file; call it once the document is written.
  void remove();

 private:
  using Key = std::pair<bool, std::string>;  // needs_alignment, text

  void read(std::string_view head);

  std::filesystem::path path_;
  OpenDescriptor file_;
  std::map<Key, TranslatedText> kept_;
  size_t count_ = 0;
};

}  // namespace regard::documents
