#include "text/latex_items.h"

#include <algorithm>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::text {
namespace {

constexpr auto kUnclosed = std::string_view::npos;

/// Commands whose first argument is not text.
constexpr std::string_view kNaming[] = {
    "autoref",         "begin",   "bibliography", "cite",          "citep",    "citet",
    "color",           "cref",    "Cref",         "documentclass", "end",      "eqref",
    "footcite",        "hspace",  "include",      "input",         "label",    "nocite",
    "includegraphics", "pageref", "parencite",    "ref",           "textcite", "url",
    "usepackage",      "vref",    "vspace"};
/// Commands whose first argument is not text but whose second is.
constexpr std::string_view kNamingAndFormatting[] = {"href", "textcolor", "colorbox", "hyperref"};
/// Commands without arguments that begin like an escape (\n, \r, \t) before a word. All others are
/// recognized by their form.
constexpr std::string_view kLikeEscapes[] = {
    "nabla", "ne",    "neg",    "neq", "newline",    "newpage",         "noindent", "not",
    "notin", "nu",    "rangle", "rho", "rightarrow", "tableofcontents", "tau",      "textwidth",
    "theta", "tilde", "times",  "to",  "today",      "triangle"};

template <size_t Size>
bool is_command(std::string_view word, const std::string_view (&list)[Size]) {
  return std::ranges::find(list, word) != std::end(list);
}

}  // namespace

size_t LatexItems::size_at(size_t at) {
  switch (text_[at]) {
    case '$':
      return formula_size(at);
    case '\\':
      return std::max(displayed_size(at), command_size(at));
    case '}':
      if (ends_.empty() || ends_.back() != at) return 0;
      ends_.pop_back();
      return 1;
    default:
      return 0;
  }
}

size_t LatexItems::formula_size(size_t begin) {
  if (text_.substr(begin).starts_with("$(") || text_.substr(begin).starts_with("${")) return 0;
  const bool is_block = text_.substr(begin).starts_with("$$");
  const size_t open = begin + (is_block ? 2 : 1);
  const size_t close = dollar_.from(open);
  if (close == kUnclosed || close == open) return 0;
  const auto inside = text_.substr(open, close - open);
  const size_t end = close + (is_block ? 2 : 1);
  const bool is_closed = !is_block || text_.substr(close).starts_with("$$");
  const bool is_apart = is_among(inside.front(), kBlanks) || is_among(inside.back(), kBlanks);
  const bool goes_on = end < text_.size() && is_alphanumeric(text_[end]);
  const bool is_formula = inside.find_first_of("\\^_{=") != kUnclosed && !has_blank_line(inside);
  return is_closed && is_formula && !goes_on && (is_block || !is_apart) ? end - begin : 0;
}

size_t LatexItems::displayed_size(size_t begin) {
  const auto text = text_.substr(begin);
  if (text.size() < 2 || !is_among(text[1], "([")) return 0;
  const size_t close = (text[1] == '(' ? end_of_formula_ : end_of_block_).from(begin);
  const bool is_formula = close != kUnclosed && !has_blank_line(text_.substr(begin, close - begin));
  return is_formula ? close + 2 - begin : 0;
}

bool LatexItems::is_alone(size_t begin, std::string_view name) const {
  const bool is_in_path =
      begin > 0 && (is_alphanumeric(text_[begin - 1]) || is_among(text_[begin - 1], "\\:.,;!?/"));
  const size_t end = begin + 1 + name.size();
  const auto behind = text_.substr(end);
  const bool goes_on = (!behind.empty() && is_alphanumeric(behind.front())) ||
                       (behind.size() > 1 && behind[0] == '\\' && is_ascii_letter(behind[1]));
  const bool is_subtitle_break =
      name.front() == 'N' && name.size() > 1 && (name[1] >= 'A' && name[1] <= 'Z');
  const bool is_like_escape = is_among(name.front(), "nrt") || is_subtitle_break;
  return !is_in_path && !goes_on && (!is_like_escape || is_command(name, kLikeEscapes));
}

size_t LatexItems::command_size(size_t begin) {
  const size_t letters = run_of(text_.substr(begin + 1), is_ascii_letter);
  if (letters < 2) return 0;
  const auto name = text_.substr(begin + 1, letters);
  size_t at = begin + 1 + letters;
  if (text_.substr(at).starts_with('*')) ++at;
  if (text_.substr(at).starts_with('[')) {
    const size_t close = bracket_.from(at);
    if (close == kUnclosed) return 0;
    at = close + 1;
  }
  if (!text_.substr(at).starts_with('{')) return is_alone(begin, name) ? 1 + letters : 0;
  size_t close = braces_.of(at);
  if (close == kUnclosed) return 0;
  if (is_command(name, kNaming)) return close + 1 - begin;
  if (is_command(name, kNamingAndFormatting) && text_.substr(close + 1).starts_with('{')) {
    at = close + 1;
    close = braces_.of(at);
    if (close == kUnclosed) return 0;
  }
  ends_.push_back(close);
  return at + 1 - begin;
}

}  // namespace regard::text
