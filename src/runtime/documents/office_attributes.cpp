#include "documents/office_attributes.h"

#include <algorithm>
#include <string>

#include "bitext/xml_elements.h"
#include "documents/identifiers.h"
#include "documents/xml_parts.h"

namespace regard::documents {

Field attribute_field(std::string_view xml, std::string_view value) {
  const auto begin = static_cast<size_t>(value.data() - xml.data());
  const auto text = text_of(xml_parts(value, {}));
  return field_at({begin, begin + value.size()}, CodedText(text), [](auto parts) {
    std::string written;
    for (const char c : written_xml(parts)) {
      written += c == '"' ? "&quot;" : c == '\'' ? "&apos;" : std::string(1, c);
    }
    return written;
  });
}

std::vector<Field> descriptions_in(std::string_view xml) {
  std::vector<Field> fields;
  serve::XmlScanner scanner(xml);
  while (const auto token = scanner.next()) {
    const auto name = local_name(token->name);
    const bool is_tag = token->kind == serve::XmlToken::Kind::start_tag ||
                        token->kind == serve::XmlToken::Kind::empty_tag;
    const bool is_drawing = name == "docPr" || name == "cNvPr";
    const bool is_vml = token->name.starts_with("v:");
    if (!is_tag || (!is_drawing && !is_vml)) continue;
    const auto* const first = is_vml ? "alt" : "title";
    const auto* const second = is_vml ? "string" : "descr";  // the text of <v:textpath>
    for (const auto* attribute : {first, second}) {
      const auto value = bitext::attribute_of(token->bytes, attribute);
      if (!value.empty() && !is_identifier(value)) fields.push_back(attribute_field(xml, value));
    }
  }
  std::ranges::sort(fields, {}, [](const Field& field) { return field.places.front().begin; });
  return fields;
}

}  // namespace regard::documents
