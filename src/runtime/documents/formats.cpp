#include "documents/formats.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/utf8.h"
#include "documents/content.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard::documents {
namespace {

constexpr std::array kFormats = {
    Format{"plain text", ".txt .text", "text/plain", true, read_plain_text},
    Format{"Markdown", ".md .mdx .markdown", "text/markdown", true, read_markdown},
    Format{"HTML", ".html .htm", "text/html", true, read_html, Declares::in_html},
    Format{"XHTML", ".xhtml", "application/xhtml+xml", true, read_xhtml, Declares::in_html},
    Format{"SubRip subtitles", ".srt", "application/x-subrip", true, read_subrip},
    Format{"WebVTT subtitles", ".vtt", "text/vtt", true, read_webvtt},
    Format{"SubStation subtitles", ".ass .ssa", "text/x-ssa", true, read_substation},
    Format{"a message catalog", ".po .pot", "text/x-gettext-translation", true, read_po,
           Declares::in_catalogue},
    Format{"XLIFF", ".xlf .xliff", "application/xliff+xml", true, read_xliff, Declares::in_xml},
    Format{"a translation memory", ".tmx", "application/x-tmx+xml", true, read_tmx,
           Declares::in_xml},
    Format{"properties", ".properties", "text/x-java-properties", true, read_properties},
    Format{"Android strings", "strings.xml", "application/xml", true, read_android_strings,
           Declares::in_xml},
    Format{"XML", ".xml", "application/xml", true, read_xml, Declares::in_xml},
    Format{"JSON", ".json .arb", "application/json", true, read_json},
    Format{"YAML", ".yaml .yml", "application/yaml", true, read_yaml},
    Format{"CSV", ".csv", "text/csv", true, read_csv_table},
    Format{"TSV", ".tsv", "text/tab-separated-values", true, read_tsv_table},
    Format{"a Word document", ".docx",
           "application/vnd.openxmlformats-officedocument.wordprocessingml.document", false,
           read_office},
    Format{"a PowerPoint presentation", ".pptx",
           "application/vnd.openxmlformats-officedocument.presentationml.presentation", false,
           read_office},
    Format{"an Excel workbook", ".xlsx",
           "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", false, read_office},
    Format{"an OpenDocument text", ".odt", "application/vnd.oasis.opendocument.text", false,
           read_office},
    Format{"an OpenDocument presentation", ".odp",
           "application/vnd.oasis.opendocument.presentation", false, read_office},
    Format{"an OpenDocument spreadsheet", ".ods", "application/vnd.oasis.opendocument.spreadsheet",
           false, read_office},
    Format{"an EPUB book", ".epub", "application/epub+zip", false, read_office},
    Format{"a PDF document", ".pdf", "application/pdf", false, read_pdf, Declares::nothing, ".txt"},
};

/// Calls `visit` with each suffix until it returns true.
template <class Visit>
bool any_suffix(const Format& format, const Visit& visit) {
  for (auto rest = format.suffixes; !rest.empty();) {
    const size_t end = std::min(rest.find(' '), rest.size());
    if (visit(rest.substr(0, end))) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

/// A text document in an encoding other than UTF-8.
class EncodedDocument : public Document {
 public:
  EncodedDocument(std::unique_ptr<Document> text, Encoding encoding)
      : text_(std::move(text)), encoding_(encoding) {}

  const std::vector<Unit>& units() const override { return text_->units(); }

  WrittenDocument write(std::span<const TranslatedText> translations) const override {
    auto written = text_->write(translations);
    size_t lost = 0;
    written.bytes = encoding_.encoded(written.bytes, lost);
    if (lost > 0) {
      written.warnings.push_back(
          str(lost,
              " characters are not in the file's charset and became '?'; convert the file "
              "to UTF-8 before you translate it"));
    }
    return written;
  }

 private:
  std::unique_ptr<Document> text_;
  Encoding encoding_;
};

}  // namespace

std::span<const Format> formats() { return kFormats; }

const Format* format_of(std::string_view name) {
  const auto lower = lower_ascii(name);
  const auto* format = std::ranges::find_if(kFormats, [&](const Format& one) {
    return any_suffix(one, [&](auto suffix) { return lower.ends_with(suffix); });
  });
  return format == kFormats.end() ? nullptr : format;
}

std::string translated_name(const std::string& name) {
  const auto* format = format_of(name);
  if (format == nullptr || format->becomes.empty()) return name;
  return name.substr(0, name.rfind('.')) + std::string(format->becomes);
}

std::vector<std::string> suffixes() {
  std::vector<std::string> all;
  for (const auto& format : kFormats) {
    any_suffix(format, [&](auto suffix) {
      all.emplace_back(suffix);
      return false;
    });
  }
  return all;
}

std::string known_suffixes() { return join(suffixes(), ", "); }

std::unique_ptr<Document> open_document(File file, const DocumentOptions& options) {
  const auto* format = format_of(file.name);
  if (format == nullptr) {
    throw Error("is not in a format that regard translates", file.name,
                "convert it to one of the formats " + known_suffixes());
  }
  if (!format->is_text) return format->read(std::move(file), options);
  if (const auto kind = kind_of_content(file.bytes); !kind.empty()) {
    throw Error(str("is ", kind, ", not ", format->name), file.name,
                "rename it to match its content, or save it in the format that its suffix names");
  }
  constexpr size_t kMost = 256 * limits::kMebibyte;
  if (file.bytes.size() > kMost) {
    throw Error("is larger than 256 MiB", file.name, "translate it in parts");
  }
  const auto encoding = Encoding::of(file.bytes, format->declares, file.name);
  file.bytes = encoding.decoded(file.bytes, file.name);
  return std::make_unique<EncodedDocument>(format->read(std::move(file), options), encoding);
}

}  // namespace regard::documents
