#include <optional>
#include <utility>

#include "documents/field_document.h"
#include "documents/office_parts.h"
#include "documents/xml_parts.h"

namespace regard::documents {
namespace {

using Xml = serve::XmlToken::Kind;

/// The title field of a book. If `book_language` is given, the field also replaces it with
/// `language`.
Field title_field(std::string_view xml, Place title, std::optional<Place> book_language,
                  const std::string& language) {
  auto parts = xml_parts(xml.substr(title.begin, title.end - title.begin), {});
  Field field{.text = CodedText(std::move(parts)), .places = {title}, .write = {}};
  if (!book_language) {
    return field_at(title, std::move(field.text), [](auto own) { return written_xml(own); });
  }
  const bool is_first = book_language->begin < title.begin;
  field.places.insert(is_first ? field.places.begin() : field.places.end(), *book_language);
  field.is_beside = true;  // writes the language even if the title does not change
  field.write = [language, is_first](const CodedText& own, const auto& translations,
                                     std::vector<std::string>& /*warnings*/) {
    std::vector<std::string> written = {written_xml(own.with(translations))};
    written.insert(is_first ? written.begin() : written.end(), language);
    return written;
  };
  return field;
}

}  // namespace

std::unique_ptr<Document> read_epub_package(File file, const std::string& language) {
  const std::string_view xml = file.bytes;
  const auto tokens = xml_tokens(xml, file.name, serve::Entities::any);
  std::vector<Place> titles;
  std::optional<Place> book_language;
  for (size_t at = 0; at + 2 < tokens.size(); ++at) {
    const auto name = local_name(tokens[at].name);
    const auto& text = tokens[at + 1];
    const bool has_text = tokens[at].kind == Xml::start_tag && text.kind == Xml::text &&
                          tokens[at + 2].kind == Xml::end_tag;
    if (!has_text) continue;
    const auto begin = static_cast<size_t>(text.bytes.data() - xml.data());
    const Place place = {begin, begin + text.bytes.size()};
    if (name == "title") titles.push_back(place);
    if (name == "language" && !book_language && !language.empty()) book_language = place;
  }
  // The language is written with the nearest title before it, so that the places of all fields are
  // in order.
  size_t beside = 0;
  while (book_language && beside + 1 < titles.size() &&
         titles[beside + 1].begin < book_language->begin) {
    ++beside;
  }
  std::vector<Field> fields;
  for (size_t number = 0; number < titles.size(); ++number) {
    fields.push_back(title_field(xml, titles[number],
                                 number == beside ? book_language : std::nullopt, language));
  }
  return std::make_unique<FieldDocument>(std::move(file.bytes), std::move(fields));
}

}  // namespace regard::documents
