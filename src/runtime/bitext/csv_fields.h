#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regard::bitext {

/// A field of a record. `begin` and `end` are byte offsets, quotes included.
struct CsvField {
  std::string text;
  size_t begin, end;
  bool has_text_behind_quote = false;  ///< "a" b: the quote may be part of the text
};

/// The fields of a record (RFC 4180): a field that begins with a quote ends with one, and may
/// contain separators, line ends and doubled quotes. Nothing if the last quote is not closed.
std::optional<std::vector<CsvField>> csv_fields(std::string_view record, char separator);

/// Whether a line of a record ends within a quoted field, which the next line continues.
bool ends_in_quotes(std::string_view line, char separator, bool begins_in_quotes);

/// The common separator that splits the largest number of a table's first records into the same
/// number of fields, at least two.
char csv_separator(std::string_view table);

}  // namespace regard::bitext
