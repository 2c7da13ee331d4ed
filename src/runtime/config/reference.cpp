#include "config/reference.h"

namespace regard::config {
namespace {

/// `text` as a table cell: no line breaks, no bare bars, and <TAB> is not HTML.
std::string cell(const std::string& text) {
  std::string safe;
  bool in_code = false;
  for (const char c : text) {
    if (c == '`') in_code = !in_code;
    if (c == '|') safe += '\\';
    if (c == '<' && !in_code) {
      safe += "&lt;";
    } else {
      safe += c == '\n' ? ' ' : c;
    }
  }
  return safe;
}

}  // namespace

std::string markdown_table(const std::vector<OptionRow>& rows) {
  std::string table =
      "| key | type | default | allowed | meaning |\n| --- | --- | --- | --- | --- |\n";
  for (const auto& row : rows) {
    table += "| `" + row.key + "`";
    const std::string preset = row.preset.empty() ? "" : "`" + row.preset + "`";
    for (const auto& text : {row.type, preset, row.allowed, row.sentence}) {
      table += text.empty() ? " |" : " | " + cell(text);
    }
    table += " |\n";
  }
  return table;
}

}  // namespace regard::config
