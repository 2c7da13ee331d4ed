#include <algorithm>
#include <utility>

#include "documents/field_document.h"
#include "documents/formats.h"
#include "documents/identifiers.h"
#include "documents/tagged_text.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "text/json_strings.h"

namespace regard::documents {

std::unique_ptr<Document> read_json(File file, const DocumentOptions& /*options*/) {
  const auto json = text::JsonStrings::of(file.bytes, text::JsonStrings::Top::any);
  if (!json) {
    const auto read =
        std::string_view(file.bytes).substr(0, text::JsonStrings::end_of_json(file.bytes));
    throw Error("is not JSON from here on, or has more than 64 levels",
                str(file.name, ':', 1 + std::ranges::count(read, '\n')),
                "check it: python3 -m json.tool FILE");
  }
  std::vector<Field> fields;
  size_t at = 0;
  for (size_t number = 0; number < json->texts().size(); ++number) {
    at += json->before(number).size();
    const Place place = {at, at + json->written(number).size()};
    at = place.end;
    if (is_identifier(json->texts()[number])) continue;
    fields.push_back(field_at(place, CodedText(tagged_parts(json->texts()[number])),
                              [](auto parts) { return text::json_escaped(tagged_text(parts)); }));
  }
  return std::make_unique<FieldDocument>(std::move(file.bytes), std::move(fields));
}

}  // namespace regard::documents
