#include <algorithm>
#include <string_view>
#include <utility>

#include "base/readable.h"
#include "base/utf8.h"
#include "documents/field_document.h"
#include "documents/formats.h"
#include "documents/identifiers.h"
#include "documents/message_choices.h"
#include "documents/tagged_text.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "text/json_strings.h"

namespace regard::documents {
namespace {

/// The byte at which a text stops being JSON, and the reason.
struct JsonFault {
  size_t at;
  const char* problem;
};

/// Number of objects and arrays that are open at the end of a text.
size_t levels_of(std::string_view text) {
  size_t levels = 0;
  bool is_in_string = false;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (is_in_string && c == '\\') ++at;
    if (c == '"') is_in_string = !is_in_string;
    if (is_in_string) continue;
    levels += c == '{' || c == '[' ? 1 : 0;
    levels -= levels > 0 && (c == '}' || c == ']') ? 1 : 0;
  }
  return levels;
}

JsonFault fault_of(std::string_view text) {
  constexpr size_t kMostLevels = 64;
  const size_t at = text::JsonStrings::end_of_json(text);
  const auto read = text.substr(0, at);
  const size_t last = read.find_last_not_of(kBlanks);
  if (last == std::string_view::npos && at == text.size()) {
    return {at, "is empty: JSON has at least one value"};
  }
  const char next = at < text.size() ? text[at] : '\0';
  const bool is_behind_comma = last != std::string_view::npos && read[last] == ',';
  if (is_behind_comma && (next == '}' || next == ']')) {
    return {last, "has a comma after the last value of an object or a list"};
  }
  if ((next == '{' || next == '[') && levels_of(read) >= kMostLevels) {
    return {at, "has more than 64 levels from here on"};
  }
  if (at == text.size()) return {at, "is truncated: it ends within a value"};
  return {at, "is not JSON from here on"};
}

}  // namespace

std::unique_ptr<Document> read_json(File file, const DocumentOptions& /*options*/) {
  const auto json = text::JsonStrings::of(file.bytes, text::JsonStrings::Top::any);
  if (!json) {
    const auto [end, problem] = fault_of(file.bytes);
    const auto read = std::string_view(file.bytes).substr(0, end);
    throw Error(problem, str(file.name, ':', 1 + std::ranges::count(read, '\n')),
                str("check it: python3 -m json.tool ", shell_word(file.name)));
  }
  std::vector<Field> fields;
  size_t at = 0, choices = 0;
  for (size_t number = 0; number < json->texts().size(); ++number) {
    at += json->before(number).size();
    const Place place = {at, at + json->written(number).size()};
    at = place.end;
    if (is_identifier(json->texts()[number])) continue;
    choices += has_choice(json->texts()[number]) ? 1 : 0;
    fields.push_back(field_at(place, CodedText(tagged_parts(json->texts()[number])),
                              [](auto parts) { return text::json_escaped(tagged_text(parts)); }));
  }
  return std::make_unique<FieldDocument>(std::move(file.bytes), std::move(fields),
                                         notes_of_choices(choices));
}

}  // namespace regard::documents
