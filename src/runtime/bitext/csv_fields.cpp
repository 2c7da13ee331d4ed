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

bool ends_in_quotes(std::string_view line, char separator, bool begins_in_quotes) {
  enum class At { begin, quoted, text } at = begins_in_quotes ? At::quoted : At::begin;
  for (size_t place = 0; place < line.size(); ++place) {
    const char c = line[place];
    if (at == At::quoted) {
      const bool is_doubled = c == '"' && place + 1 < line.size() && line[place + 1] == '"';
      if (is_doubled) {
        ++place;
      } else if (c == '"') {
        at = At::text;
      }
    } else if (c == separator) {
      at = At::begin;
    } else {
      at = at == At::begin && c == '"' ? At::quoted : At::text;
    }
  }
  return at == At::quoted;
}

namespace {

/// The largest number of records that a separator splits into the same number of fields, at least
/// two.
int64_t equal_records(std::string_view table, char separator) {
  constexpr int kMostRecords = 200;
  std::map<size_t, int64_t> records;  // number of records by number of fields
  for (int record = 0; record < kMostRecords && !table.empty(); ++record) {
    size_t begin = 0, end = 0;
    bool is_open = false;
    do {
      end = std::min(table.find('\n', begin), table.size());
      is_open = ends_in_quotes(table.substr(begin, end - begin), separator, is_open);
      begin = end + 1;
    } while (is_open && begin < table.size());
    auto bytes = table.substr(0, end);
    if (bytes.ends_with('\r')) bytes.remove_suffix(1);
    const auto fields = csv_fields(bytes, separator);
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
