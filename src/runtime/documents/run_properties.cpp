#include "documents/run_properties.h"

#include "bitext/xml_elements.h"

namespace regard::documents {

std::string properties_of(std::string properties) {
  for (const std::string_view mark :
       {"<w:noProof/>", " dirty=\"0\"", " dirty=\"1\"", " err=\"0\"", " err=\"1\""}) {
    const size_t at = properties.find(mark);
    if (at != std::string::npos) properties.erase(at, mark.size());
  }
  const size_t language = properties.find("<w:lang ");
  if (language != std::string::npos) {
    properties.erase(language, properties.find('>', language) + 1 - language);
  }
  return properties == "<w:rPr></w:rPr>" ? std::string() : properties;
}

std::string language_of_run(std::string_view properties) {
  const size_t tag = properties.find("<w:lang ");
  if (tag == std::string_view::npos) return {};
  properties.remove_prefix(tag);
  return std::string(bitext::attribute_of(properties.substr(0, properties.find('>') + 1), "w:val"));
}

bool is_raised(std::string_view properties) {
  if (properties.find("superscript\"") != std::string_view::npos ||
      properties.find("subscript\"") != std::string_view::npos) {
    return true;
  }
  const size_t baseline = properties.find(" baseline=\"");  // presentations state it in thousandths
  return baseline != std::string_view::npos &&
         !properties.substr(baseline).starts_with(" baseline=\"0\"");
}

bool shows_blanks(std::string_view properties) {
  return properties.find("<w:u ") != std::string_view::npos ||
         properties.find(" u=\"") != std::string_view::npos ||
         properties.find("<w:strike") != std::string_view::npos ||
         properties.find("highlight") != std::string_view::npos ||
         properties.find("<w:shd ") != std::string_view::npos;
}

}  // namespace regard::documents
