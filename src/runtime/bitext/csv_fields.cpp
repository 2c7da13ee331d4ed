#include "bitext/csv_fields.h"

#include <algorithm>
#include <utility>

namespace regard::bitext {

std::optional<std::vector<CsvField>> csv_fields(std::string_view record, char separator) {
  std::vector<CsvField> fields = {{.text = {}, .begin = 0, .end = 0}};
  size_t at = 0;
  const auto is_quote_at = [&](size_t place) {
    return place < record.size() && record[place] == '"';
  };
  while (true) {
    auto& field = fields.back();
    if (is_quote_at(at)) {
      for (++at;; ++at) {
        if (at >= record.size()) return std::nullopt;
        if (is_quote_at(at) && !is_quote_at(++at)) break;
        field.text += record[at];
      }
    }
    const bool was_quoted = at > field.begin;
    field.end = std::min(record.find(separator, at), record.size());
    field.has_text_behind_quote = was_quoted && field.end > at;
    field.text += record.substr(at, field.end - at);
    if (field.end == record.size()) return fields;
    at = field.end + 1;
    fields.push_back({.text = {}, .begin = at, .end = at});
  }
}

char csv_separator(std::string_view line) {
  constexpr std::string_view kSeparators = ",;\t";
  return *std::ranges::max_element(
      kSeparators, {}, [&](char separator) { return std::ranges::count(line, separator); });
}

}  // namespace regard::bitext
