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

namespace {

/// Words that begin a statement or a declaration in common programming languages.
bool is_keyword(std::string_view word) {
  constexpr std::string_view kKeywords[] = {
      "auto",  "await",    "bool",    "break",  "char",   "class",  "const",  "continue", "delete",
      "do",    "def",      "double",  "elif",   "else",   "enum",   "except", "export",   "finally",
      "float", "for",      "from",    "goto",   "if",     "import", "int",    "let",      "long",
      "new",   "pass",     "private", "public", "return", "static", "struct", "throw",    "try",
      "using", "unsigned", "var",     "void",   "while",  "with",   "yield",  "namespace"};
  return std::ranges::find(kKeywords, word) != std::end(kKeywords);
}

/// Whether a line calls a function or assigns a value: print(x), cats = 2.
bool is_expression(std::string_view line) {
  const size_t name = run_of(line, [](char c) { return is_identifier(c) || is_among(c, ".:-"); });
  if (name == 0) return false;
  const auto rest = line.substr(name);
  constexpr std::string_view kAssignments[] = {" = ", " += ", " -= ", " := "};
  const auto begins = [&](auto mark) { return rest.starts_with(mark); };
  return (rest.starts_with('(') && line.ends_with(')')) ||
         std::ranges::any_of(kAssignments, begins);
}

/// Whether an indented line is a statement of a program rather than text.
bool is_statement(std::string_view line) {
  const auto bare = trimmed(line);
  if (bare.empty()) return false;
  if (is_expression(bare)) return true;
  const bool has_end = is_among(bare.back(), ";{}:");
  if (bare.back() != ':' && has_end &&
      bare.find_first_of("=()[]{}<>\"") != std::string_view::npos) {
    return true;
  }
  if (!has_end) return false;
  // A keyword and one word (return cat;), or two keywords and one word (using namespace std;).
  auto rest = bare.substr(0, bare.size() - 1);
  bool has_keyword = false;
  for (int keywords = 0; keywords < 2; ++keywords) {
    const size_t word = std::min(rest.find(' '), rest.size());
    if (!is_keyword(rest.substr(0, word))) break;
    has_keyword = true;
    rest = trimmed(rest.substr(word));
  }
  return has_keyword && rest.find(' ') == std::string_view::npos;
}

}  // namespace

std::vector<IndentedLine> indented_lines(std::span<const std::string_view> lines) {
  std::vector<IndentedLine> found;
  IndentedCode indented;
  for (const auto line : lines) {
    const bool is_indented = indented.is_code(line);
    found.push_back({is_indented, is_indented && is_statement(line)});
  }
  const auto is_code = [](const IndentedLine& line) { return line.is_code; };
  for (auto begin = found.begin(); begin != found.end();) {
    const auto end = std::find_if(begin, found.end(), [](auto line) { return !line.is_indented; });
    const bool is_block = 2 * std::count_if(begin, end, is_code) >= end - begin;
    for (auto line = begin; is_block && line != end; ++line) line->is_code = true;
    begin = end == found.end() ? end : end + 1;
  }
  return found;
}

}  // namespace regard::text
