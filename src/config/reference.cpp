#include "regard/config/reference.h"

namespace regard::config::detail {

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

std::string table_head() {
  return "| key | type | default | allowed | meaning |\n| --- | --- | --- | --- | --- |\n";
}

std::string table_row(const std::string& key, const std::string& type, const std::string& preset,
                      const std::string& allowed, const std::string& sentence) {
  std::string row = "| `" + key + "`";
  for (const auto& text : {type, preset, allowed, sentence}) {
    row += text.empty() ? " |" : " | " + cell(text);
  }
  return row + " |\n";
}

}  // namespace regard::config::detail
