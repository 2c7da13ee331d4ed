#pragma once
#include <string>
#include <vector>

#include "documents/document.h"
#include "documents/document_options.h"

namespace regard::documents {

/// The file that a translation is written to: `output` if it has the suffix of a format, else the
/// file with the source's name in the folder `output`. Throws Error for another format than the
/// source's.
std::string target_of(const std::string& source, const std::string& output);

/// Reads a file, of at most 1 GiB.
std::unique_ptr<Document> read_document(const std::string& path, const DocumentOptions& options);

/// Translates a file into another, which appears when it is complete. Returns what is wrong with
/// some of the translations. Throws Error.
std::vector<std::string> translate_file(
    const std::string& source, const std::string& target, const DocumentOptions& options,
    const TranslateUnits& translate_units,
    const std::function<void(size_t done, size_t all)>& report = {});

}  // namespace regard::documents
