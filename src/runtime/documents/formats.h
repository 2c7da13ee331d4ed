#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "documents/document.h"
#include "documents/document_options.h"
#include "documents/encoding.h"

namespace regard::documents {

/// The content of a file, and its name for messages. Text is UTF-8 without a byte order mark,
/// regardless of the file's encoding.
struct File {
  std::string name;
  std::string bytes;
};

/// A supported file format. A new format needs a row in formats.cpp and a source file.
struct Format {
  std::string_view name;      ///< "SubRip subtitles"
  std::string_view suffixes;  ///< ".htm .html"
  std::string_view mime_type;
  bool is_text;  ///< whether files are text in UTF-8, UTF-16 or a Western European charset
  /// Throws Error for a file that is not in this format.
  std::unique_ptr<Document> (*read)(File file, const DocumentOptions& options);
  Declares declares = Declares::nothing;  ///< only for text formats
  std::string_view becomes = {};          ///< suffix of the translation, if different: ".txt"
};

std::span<const Format> formats();

/// The format that a file's suffix indicates, ignoring case; null if there is none.
const Format* format_of(std::string_view name);

/// The file name of the translation: "a.docx" stays "a.docx"; "a.pdf" becomes "a.txt".
std::string translated_name(const std::string& name);

/// The suffixes of all formats: ".txt", ".md", ...
std::vector<std::string> suffixes();
/// The suffixes of all formats on one line, for messages.
std::string known_suffixes();

/// Reads a file in the format that its suffix indicates. The document is written in the same
/// encoding. Throws Error for an unknown suffix and for a file in a different format.
std::unique_ptr<Document> open_document(File file, const DocumentOptions& options = {});

/// The source language that an XLIFF file declares; empty if it declares none.
std::string source_language_of_xliff(const File& file);

// Readers of the formats, each in its own file.
std::unique_ptr<Document> read_plain_text(File file, const DocumentOptions& options);
std::unique_ptr<Document> read_markdown(File file, const DocumentOptions& options);
std::unique_ptr<Document> read_html(File file, const DocumentOptions& options);
std::unique_ptr<Document> read_subrip(File file, const DocumentOptions& options);
std::unique_ptr<Document> read_webvtt(File file, const DocumentOptions& options);
std::unique_ptr<Document> read_substation(File file, const DocumentOptions& options);
std::unique_ptr<Document> read_po(File file, const DocumentOptions& options);
std::unique_ptr<Document> read_json(File file, const DocumentOptions& options);
std::unique_ptr<Document> read_yaml(File file, const DocumentOptions& options);
std::unique_ptr<Document> read_properties(File file, const DocumentOptions& options);
std::unique_ptr<Document> read_csv_table(File file, const DocumentOptions& options);
std::unique_ptr<Document> read_tsv_table(File file, const DocumentOptions& options);
std::unique_ptr<Document> read_xml(File file, const DocumentOptions& options);
std::unique_ptr<Document> read_android_strings(File file, const DocumentOptions& options);
std::unique_ptr<Document> read_xliff(File file, const DocumentOptions& options);
std::unique_ptr<Document> read_tmx(File file, const DocumentOptions& options);
std::unique_ptr<Document> read_xhtml(File file, const DocumentOptions& options);
std::unique_ptr<Document> read_pdf(File file, const DocumentOptions& options);
std::unique_ptr<Document> read_office(File file, const DocumentOptions& options);

}  // namespace regard::documents
