#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regard::bitext {

/// A field of a record, at bytes [begin, end) of it, with its quotes.
struct CsvField {
  std::string text;
  size_t begin, end;
  bool has_text_behind_quote = false;  ///< "a" b: the quote may be one of the text
};

/// The fields of a record (RFC 4180): one that begins with a quote ends with one, and may hold
/// separators, ends of lines, and quotes written twice. Nothing if the last quote is open.
std::optional<std::vector<CsvField>> csv_fields(std::string_view record, char separator);

/// The one of the usual separators that divides most of the records at the beginning of a table
/// into one number of fields, of two or more.
char csv_separator(std::string_view table);

}  // namespace regard::bitext
