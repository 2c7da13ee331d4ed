#pragma once
#include <string>
#include <vector>

#include "documents/document.h"
#include "documents/document_options.h"

namespace regard::documents {

/// The path of the translated file: `output` if it has the suffix of a format, otherwise a file in
/// the folder `output`, named after the source. Throws Error if the suffix differs from the format
/// of the translation.
std::string target_of(const std::string& source, const std::string& output);

/// Names of the bilingual files written next to a translation for proofreading.
std::vector<std::string> bilingual_files(const std::string& target);

/// Reads a file of at most 1 GiB.
std::unique_ptr<Document> read_document(const std::string& path, const DocumentOptions& options);

/// Options for translating a file.
struct FileWork {
  DocumentOptions options = {};
  TranslateUnits translate_units;
  std::function<void(size_t done, size_t all)> report = {};
  /// Whether to also write NAME.bilingual.html, a page for proofreading, and NAME.bilingual.tmx.
  bool is_bilingual = false;
  /// Everything that translations depend on, except the file. If given, translations are kept in
  /// NAME.unfinished until the file is written, and reused by the next run with the same key.
  std::string key = {};
  std::function<void(size_t texts)> takes_up = {};  ///< called with the number of texts reused
};

/// Translates a file into another file, which appears only when it is complete. Returns warnings
/// about translations. Throws Error.
std::vector<std::string> translate_file(const std::string& source, const std::string& target,
                                        const FileWork& work);

}  // namespace regard::documents
