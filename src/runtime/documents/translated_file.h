#pragma once
#include <string>
#include <vector>

#include "documents/document.h"
#include "documents/document_options.h"

namespace regard::documents {

/// The file that a translation is written to: `output` if it has the suffix of a format, else the
/// file with the name of the source's translation in the folder `output`. Throws Error for another
/// format than that of the translation.
std::string target_of(const std::string& source, const std::string& output);

/// The names of the files beside a translation that are to proofread it.
std::vector<std::string> bilingual_files(const std::string& target);

/// Reads a file, of at most 1 GiB.
std::unique_ptr<Document> read_document(const std::string& path, const DocumentOptions& options);

/// How a file is translated.
struct FileWork {
  DocumentOptions options = {};
  TranslateUnits translate_units;
  std::function<void(size_t done, size_t all)> report = {};
  /// Write NAME.bilingual.html, a page to proofread, and NAME.bilingual.tmx beside it, too.
  bool is_bilingual = false;
  /// All that translations depend on, but the file. With it, they are kept in NAME.unfinished until
  /// the file is written, and taken up by the next work with the same key.
  std::string key = {};
  std::function<void(size_t texts)> takes_up = {};  ///< is told how many are taken up
};

/// Translates a file into another, which appears when it is complete. Returns what is wrong with
/// some of the translations. Throws Error.
std::vector<std::string> translate_file(const std::string& source, const std::string& target,
                                        const FileWork& work);

}  // namespace regard::documents
