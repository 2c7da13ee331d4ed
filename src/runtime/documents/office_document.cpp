#include <sys/mman.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <new>
#include <set>
#include <string_view>
#include <utility>

#include "base/process.h"
#include "base/utf8.h"
#include "base/zip_archive.h"
#include "bitext/xml_elements.h"
#include "documents/declared_language.h"
#include "documents/formats.h"
#include "documents/office_parts.h"
#include "documents/sheet_escapes.h"
#include "documents/xml_parts.h"
#include "documents/zip_rewrite.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

/// Office documents and e-books: archives of XML files, some of which contain text.
namespace regard::documents {
namespace {

/// The context for reading the parts of a document.
struct PartContext {
  const DocumentOptions& options;
  /// Column names of tables and of the sources of pivot tables. Formulas refer to them, and Excel
  /// repairs a workbook in which they differ from their cells.
  std::set<std::string> column_names = {};
  /// Paragraphs declared to be in this language stay unchanged.
  std::string left_language = {};
};

using ReadPart = std::unique_ptr<Document> (*)(File file, const PartContext& context);

/// Archive members whose names begin and end with these strings.
struct PartKind {
  std::string_view begin, end;
  ReadPart read;
};

std::unique_ptr<Document> read_page(File file, const PartContext& context) {
  return read_html(std::move(file), context.options);
}

std::unique_ptr<Document> read_contents(File file, const PartContext& context) {
  return read_xml(std::move(file), context.options);
}

std::unique_ptr<Document> read_package(File file, const PartContext& context) {
  return read_epub_package(std::move(file), context.options.target_language);
}

std::unique_ptr<Document> read_texts(File file, const PartContext& context) {
  return with_declared_language(read_office_open(std::move(file), {}, context.left_language),
                                context.options, languages_of_runs);
}

std::unique_ptr<Document> read_cells(File file, const PartContext& context) {
  return read_office_open(std::move(file), context.column_names);
}

std::unique_ptr<Document> read_content(File file, const PartContext& context) {
  return read_open_document(std::move(file), context.left_language);
}

constexpr PartKind kParts[] = {
    {"word/document", ".xml", read_texts},
    {"word/header", ".xml", read_texts},
    {"word/footer", ".xml", read_texts},
    {"word/footnotes", ".xml", read_texts},
    {"word/endnotes", ".xml", read_texts},
    {"word/comments.xml", ".xml", read_texts},
    {"word/diagrams/data", ".xml", read_texts},
    {"word/diagrams/drawing", ".xml", read_texts},
    {"ppt/slides/slide", ".xml", read_texts},
    {"ppt/notesSlides/notesSlide", ".xml", read_texts},
    {"ppt/comments/", ".xml", read_texts},
    {"ppt/diagrams/data", ".xml", read_texts},
    {"ppt/diagrams/drawing", ".xml", read_texts},
    {"xl/sharedStrings", ".xml", read_cells},
    {"xl/worksheets/sheet", ".xml", read_cells},
    {"xl/comments", ".xml", read_texts},
    {"xl/threadedComments/", ".xml", read_texts},
    {"xl/drawings/drawing", ".xml", read_texts},
    {"xl/diagrams/data", ".xml", read_texts},
    {"xl/diagrams/drawing", ".xml", read_texts},
    {"content.xml", ".xml", read_content},
    {"styles.xml", ".xml", read_content},
    {"", ".xhtml", read_page},
    {"", ".html", read_page},
    {"", ".htm", read_page},
    {"", ".ncx", read_contents},
    {"", ".opf", read_package},
};

const PartKind* part_kind(std::string_view member) {
  const auto* kind = std::ranges::find_if(kParts, [&](const PartKind& one) {
    return member.starts_with(one.begin) && member.ends_with(one.end);
  });
  return kind == std::end(kParts) ? nullptr : kind;
}

constexpr uint64_t kMostBytes = 512 * limits::kMebibyte;  // total size of the parts that are read

/// Unpacks a member after reporting its size.
std::string unpacked(const ZipArchive& archive, const ZipArchive::Member& member, uint64_t& left,
                     const std::string& name, const DocumentOptions& options) {
  constexpr uint64_t kMostTimes = 400;  // compression ratio that human-written text does not exceed
  constexpr auto* kRemedy =
      "save it again in its program: the archive is damaged, or made to exhaust memory";
  if (member.size > limits::kMebibyte && member.size / kMostTimes > member.packed) {
    throw Error(str("its part ", member.name, " unpacks to ", member.size / limits::kMebibyte,
                    " MiB, more than ", kMostTimes, " times its packed size"),
                name, kRemedy);
  }
  if (member.size > left) {
    throw Error(str("unpacking ", member.name, " (", member.size / limits::kMebibyte,
                    " MiB) would exceed ", kMostBytes / limits::kMebibyte, " MiB for all parts"),
                name, kRemedy);
  }
  if (options.before_unpacking) options.before_unpacking(member.size);
  left -= member.size;
  std::string bytes;
  const auto source = archive.open(member);
  while (source->append(bytes)) continue;
  return bytes;
}

/// Adds the column names found in a part of a workbook.
void add_column_names(const std::string& xml, const std::string& name,
                      std::set<std::string>& names) {
  for (const auto& token : xml_tokens(xml, name, serve::Entities::none)) {
    const auto element = local_name(token.name);
    if (element != "tableColumn" && element != "cacheField") continue;
    auto column =
        without_sheet_escapes(text_of(xml_parts(bitext::attribute_of(token.bytes, "name"), {})));
    if (!column.empty()) names.insert(std::move(column));
  }
}

/// Bytes as an in-memory file, since a server may have no writable disk.
class FileInMemory {
 public:
  explicit FileInMemory(std::string_view bytes)
      : file_(::memfd_create("document", MFD_CLOEXEC)),
        path_(str("/proc/self/fd/", file_.number())) {
    if (file_.number() < 0 || !write_all(file_.number(), bytes)) throw std::bad_alloc();
  }

  const std::string& path() const { return path_; }

 private:
  OpenDescriptor file_;
  std::string path_;
};

class OfficeDocument : public Document {
 public:
  OfficeDocument(File file, const DocumentOptions& options) : file_(std::move(file)) {
    check_beginning();
    const FileInMemory archive(file_.bytes);
    try {
      const ZipArchive zip(archive.path());
      read(zip, options, options.target_language);
      // If the whole document is declared to be in the target language, the declarations are wrong.
      if (units_.empty() && !options.target_language.empty()) read(zip, options, {});
    } catch (const Error& error) {
      if (error.where() != archive.path()) throw;
      throw Error(error.problem(), file_.name, "copy or save the file again");
    }
    if (!has_parts_) {
      throw Error("has no text: the files expected for its suffix are missing", file_.name,
                  "check that its suffix matches its format");
    }
  }

  const std::vector<Unit>& units() const override { return units_; }

  WrittenDocument write(std::span<const TranslatedText> translations) const override {
    WrittenDocument written;
    std::map<size_t, std::string> contents;
    for (const auto& part : parts_) {
      const size_t count = std::min(part.document->units().size(), translations.size());
      auto result = part.document->write(translations.first(count));
      translations = translations.subspan(count);
      if (result.bytes != part.bytes) contents[part.member] = std::move(result.bytes);
      std::ranges::move(result.warnings, std::back_inserter(written.warnings));
    }
    written.bytes =
        contents.empty() ? file_.bytes : rewritten_zip(file_.bytes, contents, file_.name);
    return written;
  }

 private:
  struct Part {
    size_t member;
    std::string bytes;
    std::unique_ptr<Document> document;
  };

  void check_beginning() const {
    if (file_.bytes.starts_with("\xD0\xCF\x11\xE0")) {
      throw Error("is encrypted, or in Office 97 format", file_.name,
                  "save it without a password, in the format of its suffix");
    }
    if (!file_.bytes.starts_with("PK")) {
      throw Error("is not a zip archive", file_.name, "check that its suffix matches its format");
    }
  }

  /// Throws Error if the document is not of the kind that its suffix indicates.
  void check_kind(const ZipArchive& archive) const {
    constexpr std::pair<std::string_view, std::string_view> kMains[] = {
        {"word/document.xml", ".docx"},
        {"ppt/presentation.xml", ".pptx"},
        {"xl/workbook.xml", ".xlsx"}};
    constexpr uint64_t kLongest = 128;  // maximum bytes of a MIME type
    const auto* own = format_of(file_.name);
    const Format* found = nullptr;
    for (const auto& member : archive.members()) {
      for (const auto& [main, suffix] : kMains) {
        if (member.name == main) found = format_of(suffix);
      }
      if (member.name != "mimetype" || member.size > kLongest) continue;
      const auto bytes = archive.read(member);
      const auto type = trimmed(bytes);
      const auto all = formats();
      const auto of_type = std::ranges::find(all, type, &Format::mime_type);
      if (of_type != all.end()) found = &*of_type;
    }
    if (own == nullptr || found == nullptr || found == own) return;
    throw Error(str("is ", found->name, ", not ", own->name), file_.name,
                str("give it the suffix ", found->suffixes));
  }

  void read(const ZipArchive& archive, const DocumentOptions& options,
            const std::string& left_language) {
    check_kind(archive);
    uint64_t left = kMostBytes;
    const auto& members = archive.members();
    PartContext context{.options = options, .left_language = left_language};
    for (const auto& member : members) {
      const bool has_columns = member.name.starts_with("xl/tables/table") ||
                               member.name.starts_with("xl/pivotCache/pivotCacheDefinition");
      if (!has_columns || !member.name.ends_with(".xml")) continue;
      add_column_names(unpacked(archive, member, left, file_.name, options),
                       file_.name + ":" + member.name, context.column_names);
    }
    for (size_t number = 0; number < members.size(); ++number) {
      const auto& member = members[number];
      if (member.name == "META-INF/manifest.xml" || member.name == "META-INF/encryption.xml") {
        const auto manifest = unpacked(archive, member, left, file_.name, options);
        if (manifest.find("encryption-data") != std::string::npos ||
            manifest.find("EncryptedData") != std::string::npos) {
          throw Error("is encrypted", file_.name, "save it without a password");
        }
      }
      const auto* kind = part_kind(member.name);
      if (kind == nullptr) continue;
      Part part{.member = number,
                .bytes = unpacked(archive, member, left, file_.name, options),
                .document = {}};
      part.document = kind->read({file_.name + ":" + member.name, part.bytes}, context);
      const auto& own = part.document->units();
      has_parts_ = true;
      if (own.empty()) continue;
      units_.insert(units_.end(), own.begin(), own.end());
      parts_.push_back(std::move(part));
    }
  }

  File file_;
  bool has_parts_ = false;
  std::vector<Part> parts_;
  std::vector<Unit> units_;
};

}  // namespace

std::unique_ptr<Document> read_office(File file, const DocumentOptions& options) {
  return std::make_unique<OfficeDocument>(std::move(file), options);
}

}  // namespace regard::documents
