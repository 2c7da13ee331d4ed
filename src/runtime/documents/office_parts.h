#pragma once
#include <memory>
#include <string>

#include "documents/document.h"
#include "documents/formats.h"

namespace regard::documents {

// The XML files within documents of offices. All throw Error for what is not well-formed.

/// WordprocessingML, DrawingML and shared strings: paragraphs of runs with properties. Runs whose
/// properties are equal are one; the properties that most letters of a paragraph have are those of
/// its text, and others are codes.
std::unique_ptr<Document> read_office_open(File file);

/// Content of OpenDocument: paragraphs and headings with spans.
std::unique_ptr<Document> read_open_document(File file);

}  // namespace regard::documents
