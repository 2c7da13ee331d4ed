#include "text/indented_code.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "text/characters.h"
#include "text/copied_items.h"

namespace regard::text {
namespace {

constexpr std::string_view kAdmonitions[] = {"!!! ", "??? ", "???+ ", "=== \""};

bool begins_item(std::string_view line) {
  const auto begins = [&](auto mark) { return line.starts_with(mark); };
  if (std::ranges::any_of(kAdmonitions, begins)) return true;
  const auto margins = margins_of(line);
  const auto mark = trimmed(margins.before);
  return !mark.empty() && !margins.words.empty() && !is_among(mark[0], ">#|");
}

bool is_of_type(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == ' ';
}

}  // namespace

std::optional<std::string_view> admonition_title(std::string_view line) {
  auto rest = trimmed(line);
  const auto* mark = std::ranges::find_if(
      kAdmonitions, [&](std::string_view one) { return rest.starts_with(one); });
  if (mark == std::end(kAdmonitions)) return std::nullopt;
  const bool is_tab = mark->ends_with('"');  // a tab has no type
  rest.remove_prefix(mark->size() - (is_tab ? 1 : 0));
  const size_t type = std::min(rest.find('"'), rest.size());
  if (!std::ranges::all_of(rest.substr(0, type), is_of_type)) return std::nullopt;
  rest.remove_prefix(type);
  if (rest.empty()) return rest;
  const bool is_whole = rest.size() > 1 && rest.find('"', 1) + 1 == rest.size();
  return is_whole ? std::optional(rest.substr(1, rest.size() - 2)) : std::nullopt;
}

bool IndentedCode::is_code(std::string_view line) {
  const bool is_blank_line = trimmed(line).empty();
  const bool is_behind_blank = std::exchange(is_behind_blank_, is_blank_line);
  if (is_blank_line) return false;
  const bool is_indented = line.starts_with("    ") || line.starts_with('\t');
  is_in_code_ = is_indented && !is_in_item_ && (is_in_code_ || is_behind_blank);
  if (is_in_code_) return true;
  const bool ends_item = is_behind_blank && !is_among(line[0], kBlanks);
  is_in_item_ = begins_item(line) || (is_in_item_ && !ends_item);
  return false;
}

void IndentedCode::pass(std::string_view line) {
  is_behind_blank_ = trimmed(line).empty();
  is_in_code_ = false;
  is_in_item_ = is_in_item_ && (is_behind_blank_ || is_among(line[0], kBlanks));
}

}  // namespace regard::text
