#include "documents/bilingual.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/readable.h"
#include "base/utf8.h"
#include "base/version.h"
#include "markup/html_items.h"
#include "regard/base/str.h"

namespace regard::documents {
namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; font: 16px/1.45 system-ui, sans-serif; }
body { max-width: 80rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th { text-align: left; }
th, td { padding: .4rem .6rem; vertical-align: top; border-bottom: 1px solid #8886; }
td { overflow-wrap: anywhere; white-space: pre-wrap; }
.number { width: 5rem; text-align: right; color: GrayText; }
.same { color: GrayText; }
.low { background: #f808; }
tr:target { outline: 2px solid; }
thead th { position: sticky; top: 0; background: Canvas; }
)";

/// Escapes text for an element or a quoted attribute; drops characters that XML does not allow.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char32_t character : decode_utf8(text)) {
    switch (character) {
      case U'&':
        result += "&amp;";
        break;
      case U'<':
        result += "&lt;";
        break;
      case U'>':
        result += "&gt;";
        break;
      case U'"':
        result += "&quot;";
        break;
      default:
        if (serve::is_xml_character(character)) append_utf8(character, result);
    }
  }
  return result;
}

/// The translation of a unit; empty if there is none.
std::string_view translation_of(size_t unit, std::span<const TranslatedText> translations) {
  return unit < translations.size() ? std::string_view(translations[unit].text) : "";
}

/// A table row without its end tag.
std::string row_of(size_t number, const BilingualHead& head, std::string_view source,
                   std::string_view target) {
  const auto* kind = target.empty() || target == source ? " class=\"same\"" : "";
  return str("<tr id=\"s", number, "\"><td class=\"number\"><a href=\"#s", number, "\">", number,
             "</a></td><td lang=\"", escaped(head.source_language), "\">", escaped(source),
             "</td><td lang=\"", escaped(head.target_language), '"', kind, '>',
             escaped(target.empty() ? source : target), "</td>");
}

/// A cell with a translation's confidence; without a confidence, an empty cell.
std::string confidence_cell(size_t unit, std::span<const TranslatedText> translations) {
  constexpr double kLow = 0.5;
  if (unit >= translations.size() || !translations[unit].confidence) return "<td></td>";
  const double confidence = *translations[unit].confidence;
  return str("<td class=\"number", confidence < kLow ? " low" : "", "\">", fixed(confidence, 2),
             "</td>");
}

}  // namespace

std::string bilingual_page(const BilingualHead& head, std::span<const Unit> units,
                           std::span<const TranslatedText> translations) {
  const auto source = escaped(head.source_language), target = escaped(head.target_language);
  const bool has_confidence = std::ranges::any_of(
      translations, [](const TranslatedText& one) { return one.confidence.has_value(); });
  std::string page =
      str("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width\">\n<meta "
          "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
          "'unsafe-inline'\">\n<title>",
          escaped(head.name), ": ", source, " – ", target, "</title>\n<style>", kStyle,
          "</style>\n</head>\n<body>\n<h1>", escaped(head.name), "</h1>\n<p>",
          counted(units.size(), "text"),
          "; those in gray are unchanged.</p>\n<table>\n<thead><tr><th class=\"number\"></th>"
          "<th>",
          source, "</th><th>", target, "</th>",
          has_confidence ? "<th class=\"number\">confidence</th>" : "", "</tr></thead>\n<tbody>\n");
  for (size_t unit = 0; unit < units.size(); ++unit) {
    page += row_of(unit + 1, head, units[unit].text, translation_of(unit, translations));
    if (has_confidence) page += confidence_cell(unit, translations);
    page += "</tr>\n";
  }
  return page + "</tbody>\n</table>\n</body>\n</html>\n";
}

std::string bilingual_memory(const BilingualHead& head, std::span<const Unit> units,
                             std::span<const TranslatedText> translations) {
  const auto source = escaped(head.source_language), target = escaped(head.target_language);
  std::string memory =
      str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE tmx SYSTEM \"tmx14.dtd\">\n"
          "<tmx version=\"1.4\">\n<header creationtool=\"regard\" creationtoolversion=\"",
          kVersion, "\" segtype=\"paragraph\" o-tmf=\"regard\" adminlang=\"en\" srclang=\"", source,
          "\" datatype=\"PlainText\">\n<prop type=\"x-file\">", escaped(head.name),
          "</prop>\n</header>\n<body>\n");
  std::set<std::pair<std::string_view, std::string_view>> written;
  const auto variant = [](const std::string& language, std::string_view text) {
    return str("<tuv xml:lang=\"", language, "\"><seg>", escaped(text), "</seg></tuv>");
  };
  for (size_t unit = 0; unit < units.size(); ++unit) {
    const std::string_view text = units[unit].text;
    const auto translation = translation_of(unit, translations);
    if (translation.empty() || !written.emplace(text, translation).second) continue;
    memory += str("<tu tuid=\"", unit + 1, "\">", variant(source, text),
                  variant(target, translation), "</tu>\n");
  }
  return memory + "</body>\n</tmx>\n";
}

}  // namespace regard::documents
