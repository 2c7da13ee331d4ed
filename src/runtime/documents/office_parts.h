#pragma once
#include <memory>
#include <set>
#include <string>

#include "documents/document.h"
#include "documents/formats.h"

namespace regard::documents {

// The XML files within documents of offices. All throw Error for what is not well-formed.

/// WordprocessingML, DrawingML and shared strings: paragraphs of runs with properties. Runs whose
/// properties are equal are one; the properties that most letters of a paragraph have are those of
/// its text, and others are codes.
/// Paragraphs with a text among `kept` stay. Titles and descriptions of pictures are texts, too.
std::unique_ptr<Document> read_office_open(File file, const std::set<std::string>& kept = {});

/// Content of OpenDocument: paragraphs and headings with spans.
std::unique_ptr<Document> read_open_document(File file);

/// The package file of an EPUB book: its title. The language of the book becomes `language`, unless
/// that is empty.
std::unique_ptr<Document> read_epub_package(File file, const std::string& language);

}  // namespace regard::documents
