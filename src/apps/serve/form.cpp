#include "serve/form.h"

#include <algorithm>

#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "serve/percent_escapes.h"

namespace regard::serve {
namespace {

std::string form_text(std::string_view written, size_t number) {
  std::string text(written);
  std::ranges::replace(text, '+', ' ');
  auto bytes = unescaped(text);
  if (const auto invalid = first_invalid_utf8(bytes)) {
    throw Error(str("field ", number, " of the form is not valid UTF-8 (byte ", *invalid + 1, ")"),
                {}, "encode the text as UTF-8 before it is escaped");
  }
  return bytes;
}

}  // namespace

std::vector<FormField> read_form(std::string_view body, size_t most) {
  std::vector<FormField> fields;
  while (!body.empty()) {
    const auto field = body.substr(0, body.find('&'));
    body.remove_prefix(std::min(field.size() + 1, body.size()));
    if (field.empty()) continue;
    const size_t number = fields.size() + 1;
    if (number > most) {
      throw Error(str("the form has more than ", most, " fields"), {}, "send several requests");
    }
    const auto name = field.substr(0, field.find('='));
    const auto value = field.substr(std::min(name.size() + 1, field.size()));
    fields.push_back({.name = form_text(name, number), .value = form_text(value, number)});
  }
  return fields;
}

const std::string* first_value(const std::vector<FormField>& fields, std::string_view name) {
  const auto found = std::ranges::find(fields, name, &FormField::name);
  return found == fields.end() ? nullptr : &found->value;
}

}  // namespace regard::serve
