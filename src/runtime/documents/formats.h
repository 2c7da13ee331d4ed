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

/// A file as it is read: its name, for messages, and its bytes. Those of a text are UTF-8, without
/// a byte order mark, whatever the encoding of the file.
struct File {
  std::string name;
  std::string bytes;
};

/// A kind of files that are translated. A new one is a row of formats.cpp and a source.
struct Format {
  std::string_view name;      ///< "SubRip subtitles"
  std::string_view suffixes;  ///< ".htm .html"
  std::string_view mime_type;
  bool is_text;  ///< in UTF-8, UTF-16 or a charset of Western Europe
  /// Throws Error for a file that is not of this kind.
  std::unique_ptr<Document> (*read)(File file, const DocumentOptions& options);
  Declares declares = Declares::nothing;  ///< of texts
  std::string_view becomes = {};          ///< ".txt": its translation is in that format
};

std::span<const Format> formats();

/// The format of a file by the end of its name, in any case; null: there is none.
const Format* format_of(std::string_view name);

/// The name of a file's translation: "a.docx", "a.txt" of "a.pdf".
std::string translated_name(const std::string& name);

/// ".txt", ".md", ...: the suffixes of all formats.
std::vector<std::string> suffixes();
/// The same in a line, for messages.
std::string known_suffixes();

/// Reads a file by the format of its name. It is written in the encoding in which it is read.
/// Throws Error for a name without a format, and for a file that is not what its name says.
std::unique_ptr<Document> open_document(File file, const DocumentOptions& options = {});

// The formats, each in a file of its own.
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
