#pragma once
#include <memory>
#include <string>

#include "documents/document.h"
#include "documents/document_options.h"
#include "regard/translate/translator.h"

namespace regard::documents {

/// Reads markup in UTF-8, regardless of its declared charset. `name` is used in messages. Throws
/// Error for XML that is not well-formed.
std::unique_ptr<Document> read_markup(std::string text, translate::Markup markup,
                                      const std::string& name, const DocumentOptions& options = {});

/// Translates texts of documents with a translator, which must outlive the result. Logs glossary
/// terms that are missing from a translation.
TranslateUnits units_by(const translate::Translator& translator,
                        const config::SearchOptions& options,
                        const translate::RequestOptions& request_options,
                        const translate::Control& control = {});

}  // namespace regard::documents
