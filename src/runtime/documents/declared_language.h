#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "documents/document.h"
#include "documents/document_options.h"

namespace regard::documents {

/// The languages that a file declares, as written and in order.
using LanguagesOf = std::function<std::vector<std::string_view>(std::string_view bytes)>;

/// The document, with declarations of the source language changed to the target language if a
/// translation changes any of its texts. If the languages are unknown, the document itself.
std::unique_ptr<Document> with_declared_language(std::unique_ptr<Document> document,
                                                 const DocumentOptions& options,
                                                 LanguagesOf languages_of);

/// The xml:lang of the first element.
std::vector<std::string_view> language_of_root(std::string_view xml);

/// The languages of runs in Word and PowerPoint.
std::vector<std::string_view> languages_of_runs(std::string_view xml);

}  // namespace regard::documents
