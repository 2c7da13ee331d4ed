#include "serve/glossary_entries.h"

#include <algorithm>

#include "regard/base/str.h"
#include "serve/language_names.h"
#include "serve/refusal.h"

namespace regard::serve {
namespace {

using Row = std::vector<std::string>;

[[noreturn]] void refuse(size_t line, std::string_view what) {
  throw Refusal(400, str("Invalid glossary entries provided: line ", line, ' ', what));
}

/// Reads comma-separated values from their beginning to their end.
class CsvReader {
 public:
  explicit CsvReader(std::string_view rest) : rest_(rest) {}

  bool has_more() const { return !rest_.empty(); }
  size_t line() const { return line_; }  ///< line number of the next row

  Row next_row() {
    Row row;
    do {
      row.push_back(rest_.starts_with('"') ? quoted() : plain());
    } while (take(","));
    if (!rest_.empty() && !take("\r\n") && !take("\n")) {
      refuse(line_, "has characters behind a closing quotation mark");
    }
    ++line_;
    return row;
  }

 private:
  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  std::string plain() {
    auto value = rest_.substr(0, rest_.find_first_of(",\n"));
    if (value.find('"') != std::string_view::npos) {
      refuse(line_, "has a quotation mark within a field that is not quoted");
    }
    if (rest_.substr(value.size()).starts_with('\n') && value.ends_with('\r')) {
      value.remove_suffix(1);
    }
    rest_.remove_prefix(value.size());
    return std::string(value);
  }

  /// In it, two quotation marks are one.
  std::string quoted() {
    std::string value;
    rest_.remove_prefix(1);
    while (true) {
      const size_t mark = rest_.find('"');
      if (mark == std::string_view::npos) refuse(line_, "opens a quotation that nothing closes");
      value += rest_.substr(0, mark);
      rest_.remove_prefix(mark + 1);
      if (!take("\"")) return value;
      value += '"';
    }
  }

  std::string_view rest_;
  size_t line_ = 1;
};

bool is_empty(const Row& row) { return row.size() == 1 && row[0].empty(); }

void add_term(const Row& row, size_t line, std::vector<text::Glossary::Term>& terms) {
  for (size_t column = 0; column < 2; ++column) {
    if (row[column].find_first_of("\t\r\n") != std::string::npos) {
      refuse(line, "has a term with a tab or a line break");
    }
    if (row[column].find_first_not_of(' ') == std::string::npos) {
      refuse(line, column == 0 ? "has an empty term" : "has an empty translation");
    }
  }
  terms.push_back({row[0], row[1]});
}

std::vector<text::Glossary::Term> read_csv(std::string_view entries, const Direction& direction) {
  std::vector<text::Glossary::Term> terms;
  for (CsvReader reader(entries); reader.has_more();) {
    const size_t line = reader.line();
    const auto row = reader.next_row();
    if (is_empty(row)) continue;
    if (row.size() != 2 && row.size() != 4) {
      refuse(line, str("has ", row.size(), " columns, but must have 2 or 4"));
    }
    if (row.size() == 4 && (base_language(row[2]) != base_language(direction.source) ||
                            base_language(row[3]) != base_language(direction.target))) {
      refuse(line, "names other languages than the glossary");
    }
    add_term(row, line, terms);
  }
  return terms;
}

std::vector<text::Glossary::Term> read_tsv(std::string_view entries) {
  std::vector<text::Glossary::Term> terms;
  for (size_t line = 1; !entries.empty(); ++line) {
    auto text = entries.substr(0, entries.find('\n'));
    entries.remove_prefix(std::min(text.size() + 1, entries.size()));
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (text.empty()) continue;
    Row row;
    for (size_t begin = 0; begin <= text.size();) {
      const size_t end = std::min(text.find('\t', begin), text.size());
      row.emplace_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
    if (row.size() != 2) {
      refuse(line, str("has ", row.size(), " columns, but must have a term and its translation"));
    }
    add_term(row, line, terms);
  }
  return terms;
}

}  // namespace

std::vector<text::Glossary::Term> read_entries(std::string_view entries, std::string_view format,
                                               const Direction& direction) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (entries.starts_with(kByteOrderMark)) entries.remove_prefix(kByteOrderMark.size());
  if (format == "tsv") return read_tsv(entries);
  if (format == "csv") return read_csv(entries, direction);
  throw Refusal(400, "Value for 'entries_format' not supported.");
}

std::string written_entries(const text::Glossary& glossary) {
  std::string lines;
  for (const auto& term : glossary.terms()) {
    lines += (lines.empty() ? "" : "\n") + term.source + '\t' + term.target;
  }
  return lines;
}

}  // namespace regard::serve
