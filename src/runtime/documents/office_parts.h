#pragma once
#include <memory>
#include <set>
#include <string>

#include "documents/document.h"
#include "documents/formats.h"

namespace regard::documents {

// Readers for the XML files inside office documents. All throw Error for XML that is not
// well-formed.

/// WordprocessingML, DrawingML and shared strings: paragraphs of runs with properties. Runs with
/// equal properties are merged; the properties of most letters of a paragraph apply to its text,
/// and other properties become codes.
///
/// Paragraphs whose text is in `kept`, and those in Word whose language is `left_language`, stay
/// unchanged. Titles and descriptions of pictures are also texts.
std::unique_ptr<Document> read_office_open(File file, const std::set<std::string>& kept = {},
                                           const std::string& left_language = {});

/// The content of an OpenDocument file: paragraphs and headings with spans. Both stay unchanged if
/// their styles in the same part declare `left_language` for all words.
std::unique_ptr<Document> read_open_document(File file, const std::string& left_language = {});

/// The package file of an EPUB book, of which the title is translated. The book's language becomes
/// `language`, unless `language` is empty.
std::unique_ptr<Document> read_epub_package(File file, const std::string& language);

}  // namespace regard::documents
