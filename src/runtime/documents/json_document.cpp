#include <utility>

#include "documents/field_document.h"
#include "documents/formats.h"
#include "documents/identifiers.h"
#include "regard/base/error.h"
#include "text/json_strings.h"

namespace regard::documents {

std::unique_ptr<Document> read_json(File file, const DocumentOptions& /*options*/) {
  const auto json = text::JsonStrings::of(file.bytes);
  if (!json) {
    throw Error("is not JSON: an object or a list, in at most 64 levels", file.name,
                "check it: python3 -m json.tool FILE");
  }
  std::vector<Field> fields;
  size_t at = 0;
  for (size_t number = 0; number < json->texts().size(); ++number) {
    at += json->before(number).size();
    const Place place = {at, at + json->written(number).size()};
    at = place.end;
    if (is_identifier(json->texts()[number])) continue;
    fields.push_back(field_at(place, CodedText(json->texts()[number]),
                              [](auto parts) { return text::json_escaped(text_of(parts)); }));
  }
  return std::make_unique<FieldDocument>(std::move(file.bytes), std::move(fields));
}

}  // namespace regard::documents
