#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "base/readable.h"
#include "base/utf8.h"
#include "bitext/csv_fields.h"
#include "documents/field_document.h"
#include "documents/formats.h"
#include "documents/identifiers.h"
#include "documents/tagged_text.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "text/sentences.h"

/// Tables (.csv, .tsv): translates the cells of some columns.
namespace regard::documents {
namespace {

struct Row {
  size_t begin;  ///< offset in the file
  std::vector<bitext::CsvField> fields;
};

/// Splits a row at tabs; cells stay as they are.
std::vector<bitext::CsvField> cells_of(std::string_view row) {
  std::vector<bitext::CsvField> cells;
  for (size_t begin = 0; begin <= row.size();) {
    const size_t end = std::min(row.find('\t', begin), row.size());
    cells.push_back(
        {.text = std::string(row.substr(begin, end - begin)), .begin = begin, .end = end});
    begin = end + 1;
  }
  return cells;
}

/// The rows of a table. `separator`: the mark between cells, which may then be quoted; 0 for tabs.
std::vector<Row> rows_of(const File& file, std::string_view text, char separator) {
  const auto lines = text::lines_with_ends(text);
  std::vector<Row> rows;
  for (size_t line = 0; line < lines.size(); ++line) {
    const auto begin = static_cast<size_t>(lines[line].data() - text.data());
    const size_t first = line;
    bool is_open = separator != 0 && bitext::ends_in_quotes(lines[line], separator, false);
    while (is_open && line + 1 < lines.size()) {
      is_open = bitext::ends_in_quotes(lines[++line], separator, true);
    }
    const auto bare = lines[line].substr(0, lines[line].find_last_not_of("\r\n") + 1);
    const auto end = static_cast<size_t>(bare.data() + bare.size() - text.data());
    const auto record = text.substr(begin, end - begin);
    auto fields =
        separator == 0 ? std::optional(cells_of(record)) : bitext::csv_fields(record, separator);
    // If text follows a quote on a later line, that quote opens a cell: an earlier one is unclosed.
    const bool is_swallowed =
        line > first && fields &&
        std::ranges::any_of(*fields, &bitext::CsvField::has_text_behind_quote);
    if (!fields || is_swallowed) {
      throw Error("a quote is not closed", str(file.name, ':', first + 1),
                  "close it, or write it twice within a quoted cell");
    }
    rows.push_back({.begin = begin, .fields = std::move(*fields)});
  }
  return rows;
}

/// Whether a row has column names: each cell is a single word.
bool is_head(const Row& row) {
  return std::ranges::all_of(row.fields, [](const auto& field) {
    return words_in(field.text) == 1 && field.text.find_first_of(".!?,") == std::string::npos;
  });
}

/// The columns to translate, given by number from 0 or by name in the first row.
struct Choice {
  std::vector<size_t> columns;  ///< empty if all are translated
  bool has_head = false;
};

Choice choice_of(const File& file, const std::vector<Row>& rows, const std::string& wanted) {
  const auto& head = rows.front();
  const auto widest = std::ranges::max_element(rows, {}, [](const Row& row) {
                        return row.fields.size();
                      })->fields.size();
  Choice choice{.columns = {}, .has_head = rows.size() > 1 && is_head(head)};
  for (std::string_view rest = wanted; !rest.empty();) {
    const size_t end = std::min(rest.find(','), rest.size());
    const auto name = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    size_t number = 0;
    const auto read = std::from_chars(name.data(), name.data() + name.size(), number);
    if (read.ec == std::errc() && read.ptr == name.data() + name.size() && number > 0) {
      if (number > widest) {
        throw Error(str("has ", counted(widest, "column"), ", but none with the number ", number),
                    file.name, "choose columns that it has, by numbers from 1");
      }
      choice.columns.push_back(number - 1);
      continue;
    }
    const auto found = std::ranges::find_if(
        head.fields, [&](const auto& field) { return trimmed(field.text) == name; });
    if (found == head.fields.end()) {
      throw Error(str("has no column called ", name), str(file.name, ":1"),
                  "choose columns by their names in the first line, or by numbers, as in 2,3");
    }
    choice.columns.push_back(static_cast<size_t>(found - head.fields.begin()));
    choice.has_head = true;
  }
  return choice;
}

std::string cell_of(std::string_view text, char separator, bool is_in_quotes) {
  std::string cell;
  if (separator == 0) {
    cell = text;
    std::ranges::replace_if(
        cell, [](char c) { return c == '\t' || c == '\n'; }, ' ');
    return cell;
  }
  for (const char c : text) cell.append(c == '"' ? 2 : 1, c);
  const bool needs_quotes = is_in_quotes ||
                            text.find_first_of("\"\r\n") != std::string_view::npos ||
                            text.find(separator) != std::string_view::npos;
  return needs_quotes ? '"' + cell + '"' : cell;
}

/// Whether a cell is a formula, such as =SUM(A1:A3), ="The cat" or =A1&" cats", or a boolean.
bool is_computed(std::string_view cell) {
  cell = trimmed(cell);
  const bool is_call =
      cell.ends_with(')') && cell.size() > 2 && (is_ascii_letter(cell[1]) || cell[1] == '(');
  const bool joins = cell.find_first_of("\"&$") != std::string_view::npos;
  const bool is_formula = cell.starts_with('=') && (is_call || joins);
  return is_formula || cell == "TRUE" || cell == "FALSE";
}

/// Whether a cell is an identifier or a small letter: not text unless its column was chosen.
bool is_name_or_letter(std::string_view cell) {
  return is_identifier(cell) || (cell.size() == 1 && cell[0] >= 'a' && cell[0] <= 'z');
}

/// The separator that the first line of a file declares to Excel: "sep=;".
std::optional<char> declared_separator(std::string_view file) {
  constexpr std::string_view kMark = "sep=";
  const auto line = file.substr(0, file.find_first_of("\r\n"));
  const bool declares = line.starts_with(kMark) && line.size() == kMark.size() + 1;
  return declares ? std::optional(line.back()) : std::nullopt;
}

std::unique_ptr<Document> read_table(File file, char separator, const DocumentOptions& options) {
  auto rows = rows_of(file, file.bytes, separator);
  if (declared_separator(file.bytes)) rows.erase(rows.begin());
  std::vector<Field> fields;
  const auto choice = rows.empty() ? Choice{} : choice_of(file, rows, options.columns);
  for (size_t row = choice.has_head ? 1 : 0; row < rows.size(); ++row) {
    for (size_t column = 0; column < rows[row].fields.size(); ++column) {
      const bool is_chosen = choice.columns.empty() ||
                             std::ranges::find(choice.columns, column) != choice.columns.end();
      const auto& cell = rows[row].fields[column];
      const bool is_name = choice.columns.empty() && is_name_or_letter(trimmed(cell.text));
      if (!is_chosen || is_name || is_computed(cell.text)) continue;
      const Place place = {rows[row].begin + cell.begin, rows[row].begin + cell.end};
      const bool is_in_quotes = place.begin < place.end && file.bytes[place.begin] == '"';
      fields.push_back(field_at(place, CodedText(tagged_parts(cell.text)), [=](auto parts) {
        return cell_of(tagged_text(parts), separator, is_in_quotes);
      }));
    }
  }
  return std::make_unique<FieldDocument>(std::move(file.bytes), std::move(fields));
}

}  // namespace

std::unique_ptr<Document> read_csv_table(File file, const DocumentOptions& options) {
  constexpr size_t kBeginning = size_t{1} << 16;
  const auto beginning = std::string_view(file.bytes).substr(0, kBeginning);
  const char separator = declared_separator(file.bytes).value_or(bitext::csv_separator(beginning));
  return read_table(std::move(file), separator, options);
}

std::unique_ptr<Document> read_tsv_table(File file, const DocumentOptions& options) {
  return read_table(std::move(file), 0, options);
}

}  // namespace regard::documents
