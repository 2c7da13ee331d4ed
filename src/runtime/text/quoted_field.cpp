#include "text/quoted_field.h"

namespace regard::text {

std::optional<std::string> without_spreadsheet_quotes(std::string_view field) {
  if (field.size() < 2 || !field.starts_with('"') || !field.ends_with('"')) return {};
  const auto quoted = field.substr(1, field.size() - 2);
  std::string text;
  for (size_t at = 0; at < quoted.size(); ++at) {
    text += quoted[at];
    if (quoted[at] != '"') continue;
    const bool is_doubled = at + 1 < quoted.size() && quoted[at + 1] == '"';
    if (!is_doubled) return {};
    ++at;
  }
  const bool has_quotes = text.size() < quoted.size();
  return has_quotes ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace regard::text
