#include "bitext/csv_fields.h"

#include <algorithm>
#include <cstdint>
#include <map>
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

namespace {

/// The largest number of records that a separator splits into the same number of fields, at least
/// two.
int64_t equal_records(std::string_view table, char separator) {
  constexpr int kMostRecords = 200, kMostLines = 100;  // lines per record
  std::map<size_t, int64_t> records;                   // by number of fields
  for (int record = 0; record < kMostRecords && !table.empty(); ++record) {
    size_t end = 0;
    std::optional<std::vector<CsvField>> fields;
    for (int line = 0; !fields && line < kMostLines && end < table.size(); ++line) {
      end = std::min(table.find('\n', end + (line > 0 ? 1 : 0)), table.size());
      auto bytes = table.substr(0, end);
      if (bytes.ends_with('\r')) bytes.remove_suffix(1);
      fields = csv_fields(bytes, separator);
    }
    const bool is_whole = fields && std::ranges::none_of(*fields, &CsvField::has_text_behind_quote);
    if (is_whole && fields->size() > 1) ++records[fields->size()];
    if (!fields) end = std::min(table.find('\n'), table.size());
    table.remove_prefix(std::min(end + 1, table.size()));
  }
  int64_t most = 0;
  for (const auto& [fields, count] : records) most = std::max(most, count);
  return most;
}

}  // namespace

char csv_separator(std::string_view table) {
  constexpr std::string_view kSeparators = ",;\t";
  return *std::ranges::max_element(kSeparators, {},
                                   [&](char separator) { return equal_records(table, separator); });
}

}  // namespace regard::bitext
