#include "text/items.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::text {
namespace {

constexpr auto kNowhere = std::string_view::npos;

/// Whether `inside` is the rest of an ICU argument after its name: {name, plural, one {...} other
/// {...}}.
bool begins_message(std::string_view inside) {
  constexpr std::string_view kKinds[] = {"plural", "select", "number",  "date",
                                         "time",   "choice", "ordinal", "duration"};
  const size_t name = run_of(inside, [](char c) { return is_identifier(c) || c == '.'; });
  if (name == 0 || name == inside.size() || inside[name] != ',') return false;
  const auto rest = trimmed(inside.substr(name + 1));
  return std::ranges::any_of(kKinds, [&](auto kind) { return rest.starts_with(kind); });
}

}  // namespace

size_t ClosingBraces::of(size_t open) {
  if (closing_.empty()) {
    closing_.assign(text_.size(), kNowhere);
    std::vector<size_t> opened;
    for (size_t at = 0; at < text_.size(); ++at) {
      if (text_[at] == '{') opened.push_back(at);
      if (text_[at] != '}' || opened.empty()) continue;
      closing_[opened.back()] = at;
      opened.pop_back();
    }
  }
  return closing_[open];
}

size_t ProgramItems::size_at(size_t at) {
  if (const size_t enclosed = enclosed_name_size(text_, at); enclosed > 0) return enclosed;
  switch (text_[at]) {
    case '%':
      return percent_size(at);
    case '$':
      return dollar_size(at);
    case '{':
      return braces_size(at);
    case '#':
      return text_.substr(at + 1).starts_with('{') ? braces_size(at) : 0;
    case '@':
      return text_.substr(at + 1).starts_with('{') ? braces_size(at) : linked_size(at);
    case '<':
      return tag_size(at);
    case '[':
      return brackets_size(at);
    case '\\':
      return escape_size(at);
    case '&':
      return entity_size(at);
    case '`':
      return code_size(at);
    case ':':
      return shortcode_size(at);
    case ']':
      return text_.substr(at).starts_with("]]>") ? 3 : 0;
    case '(':
      return plural_ending_size(text_, at);
    default:
      return 0;
  }
}

size_t ProgramItems::dollar_size(size_t begin) {
  const auto text = text_.substr(begin);
  if (text.starts_with("${")) return braces_size(begin);
  if (text.starts_with("$(")) {
    const size_t close = parenthesis_.from(begin);
    return close == kNowhere || close == begin + 2 ? 0 : close - begin + 1;
  }
  const size_t name = run_of(text.substr(1), is_identifier);
  if (name == 0 || is_ascii_digit(text[1])) return 0;
  const auto rest = text.substr(1 + name);
  if (rest.starts_with('$')) return name + 2;
  const size_t size = 1 + name + member_size(text_.substr(begin + 1 + name));
  if (begin + size >= text_.size() || text_[begin + size] != '(') return size;
  const size_t close = parenthesis_.from(begin + size);
  return close == kNowhere ? size : close - begin + 1;
}

size_t ProgramItems::linked_size(size_t begin) {
  const auto text = text_.substr(begin);
  size_t at = 1;
  const size_t name = run_of(text.substr(1), is_identifier);
  const bool is_directive = name > 1 && text.substr(1 + name).starts_with('(');
  if (is_directive && (begin == 0 || !is_alphanumeric(text_[begin - 1]))) {
    const size_t close = parenthesis_.from(begin);
    return close == kNowhere ? 0 : close - begin + 1;
  }
  if (text.substr(at).starts_with('.')) at += 1 + run_of(text.substr(at + 1), is_ascii_letter);
  if (!text.substr(at).starts_with(':')) return 0;
  if (text.substr(++at).starts_with('(')) {
    const size_t close = parenthesis_.from(begin);
    return close == kNowhere ? 0 : close - begin + 1;
  }
  const size_t key =
      run_of(text.substr(at), [](char c) { return is_identifier(c) || c == '.' || c == '-'; });
  if (key == 0 || !is_ascii_letter(text[at])) return 0;
  return text[at + key - 1] == '.' ? at + key - 1 : at + key;
}

size_t ProgramItems::braces_size(size_t begin) {
  const bool is_marked = text_[begin] != '{';  // ${x}, %{x}, #{x}
  const size_t open = begin + (is_marked ? 1 : 0);
  const size_t close = braces_.of(open);
  if (close == kNowhere) return 0;
  const auto inside = text_.substr(open + 1, close - open - 1);
  // {{ x }}, {% if x %}, {# x #}, {!! x !!}, {@html x}
  const bool is_doubled =
      inside.starts_with("!!") || (!inside.empty() && is_among(inside[0], "{%#@"));
  const bool has_space = space_.from(open) < close;
  auto name = trimmed(inside);
  while (name.size() > 1 && is_among(name.front(), "$-"))
    name.remove_prefix(1);  // Fluent: -brand-name, $name
  const size_t identifier = run_of(name, [](char c) { return is_identifier(c) || c == '-'; });
  const bool is_call = identifier > 0 && name.substr(identifier).starts_with('(') &&
                       name.ends_with(')');  // { NUMBER($n, style: "percent") }
  const auto is_of_name = [](char c) { return is_identifier(c) || c == '.'; };
  const bool is_selector = identifier > 0 && trimmed(name.substr(identifier)).starts_with("->");
  const bool is_name = (std::ranges::all_of(name, is_of_name) || is_selector ||
                        identifier == name.size() || is_call) &&
                       (is_selector || inside.find('\n') == kNowhere);
  const bool is_item = !has_space || is_marked || is_doubled || begins_message(inside) || is_name;
  return is_item ? close - begin + 1 : 0;
}

size_t ProgramItems::tag_size(size_t begin) {
  const auto text = text_.substr(begin);
  if (text.size() < 3) return 0;
  if (text.starts_with("<!--")) {
    const size_t end = comment_end_.from(begin + 4);
    return end == kNowhere ? 0 : end + 3 - begin;
  }
  if (text.starts_with("<![CDATA[")) return 9;
  const size_t name = text[1] == '/' ? 2 : 1;
  const bool is_mention = name == 1 && is_among(text[1], "@#:");  // <@123>, <#C1|general>, <:x:1>
  if (!is_alphanumeric(text[name]) && !is_among(text[name], "%!?") && !is_mention) return 0;
  size_t close = greater_.from(begin);
  if (close == kNowhere || less_.from(begin + 1) < close) return 0;
  if (text[name] != '%' && std::ranges::count(text.substr(0, close - begin), '"') % 2 == 1) {
    const size_t quote = text_.find('"', close);  // <a title="a > b">
    const size_t next = quote == kNowhere ? kNowhere : text_.find_first_of("<>\n", quote);
    if (next != kNowhere && text_[next] == '>') close = next;
  }
  const auto inside = text.substr(name, close - begin - name);
  if (is_mention && inside.find(' ') != kNowhere) return 0;
  const bool spans_lines = inside.find('\n') != kNowhere;
  if (spans_lines && (inside.find('=') == kNowhere || has_blank_line(inside))) return 0;
  if (is_ascii_digit(text[name]) &&
      !std::ranges::all_of(inside, [](char c) { return is_ascii_digit(c) || c == '/'; })) {
    return 0;  // 3 <4 and 5> 4
  }
  return close - begin + 1;
}

size_t ProgramItems::brackets_size(size_t begin) {
  const auto text = text_.substr(begin);
  if (text.starts_with("[[")) {
    const size_t close = bracket_.from(begin);
    const bool closes = close != kNowhere && text_.substr(close).starts_with("]]");
    return closes && space_.from(begin) > close ? close - begin + 2 : 0;
  }
  if (text.starts_with("[\u2026]")) return 5;
  if (const size_t tag = bracket_tag_size(begin); tag > 0) return tag;
  const size_t begins = text.starts_with("[^") ? 2 : 1;  // Markdown footnote
  const size_t inside = run_of(text.substr(begins), [begins](char c) {
    const bool is_capital = c >= 'A' && c <= 'Z';
    return is_ascii_digit(c) || is_capital || is_among(c, "_,.:-*") ||
           (begins > 1 ? is_ascii_letter(c) : c == ' ');  // [DOOR OPENS]
  });
  const size_t close = begins + inside;
  const bool has_margin = inside > 0 && (text[begins] == ' ' || text[close - 1] == ' ');
  if (inside > 0 && !has_margin && close < text.size() && text[close] == ']') return close + 1;
  // [12, 15], [3\u20135]
  const size_t numbers =
      run_of(text.substr(1), [](char c) { return is_ascii_digit(c) || is_among(c, " ,;-\u2013"); });
  const bool is_citation = numbers > 0 && is_ascii_digit(text[1]) && is_ascii_digit(text[numbers]);
  return is_citation && text.substr(1 + numbers).starts_with(']') ? numbers + 2 : 0;
}

size_t ProgramItems::bracket_tag_size(size_t begin) {
  const auto text = text_.substr(begin);
  const bool closes = text.starts_with("[/");
  const size_t first = closes ? 2 : 1;
  const size_t name = run_of(text.substr(first), is_identifier);
  const size_t behind = first + name;
  if (name == 0 || behind >= text.size() || !is_ascii_letter(text[first])) return 0;
  if (text[behind] == ']') {
    constexpr std::string_view kNames[] = {"b",    "i",     "u",     "s",      "url", "img",
                                           "code", "quote", "email", "center", "li",  "list"};
    const bool is_known = std::ranges::find(kNames, text.substr(first, name)) != std::end(kNames);
    return closes || is_known ? behind + 1 : 0;
  }
  if (closes || !is_among(text[behind], " =")) return 0;
  const size_t close = bracket_.from(begin);
  if (close == kNowhere) return 0;
  const auto values = text.substr(behind, close - begin - behind);
  const bool has_value = values.find('=') != kNowhere && values.find('\n') == kNowhere;
  return has_value ? close - begin + 1 : 0;
}

size_t ProgramItems::escape_size(size_t begin) {
  const auto text = text_.substr(begin);
  if (text.size() < 2) return 0;
  constexpr size_t kUnicode = 6;  // \u00e9
  const auto is_digit = [](char c) { return hexadecimal_value(c) >= 0; };
  if (text[1] == 'u' && text.size() >= kUnicode &&
      std::ranges::all_of(text.substr(2, kUnicode - 2), is_digit)) {
    return kUnicode;
  }
  if (is_among(text[1], "#$%@")) {  // \%s, \$t(key), \@name
    const size_t item = std::max(size_at(begin + 1), address_size(text.substr(1)));
    if (item > 0 && !text.substr(2).starts_with(' ')) return 1 + item;
  }
  if (is_among(text[1], "&_#$%")) return 2;
  const bool is_behind_mark = begin > 0 && is_among(text_[begin - 1], ",.;:!?)");
  // A word may begin after the escape; \name is a LaTeX command.
  const bool is_in_word = begin > 0 && is_alphanumeric(text_[begin - 1]);
  const bool is_alone =
      is_behind_mark || is_in_word || text.size() == 2 || !(text[2] >= 'a' && text[2] <= 'z');
  if (text[1] == 'n' && text.substr(2).starts_with("\\n")) return 4;
  return is_among(text[1], "ntrN") && is_alone ? 2 : 0;
}

namespace {

/// Size in bytes of the escaped tag at the beginning of a text: &lt;b&gt;, &lt;/b&gt;,
/// &lt;br /&gt;; 0 if none.
size_t escaped_tag_size(std::string_view text) {
  constexpr std::string_view kOpen = "&lt;", kClose = "&gt;";
  constexpr size_t kLongest = 200;
  if (!text.starts_with(kOpen)) return 0;
  const size_t name = kOpen.size() + (text.substr(kOpen.size()).starts_with('/') ? 1 : 0);
  const size_t letters =
      run_of(text.substr(name), [](char c) { return is_alphanumeric(c) || is_among(c, ":-_"); });
  if (letters == 0 || !is_ascii_letter(text[name])) return 0;
  const size_t close = text.substr(0, kLongest).find(kClose, name);
  if (close == kNowhere) return 0;
  const auto rest = text.substr(name + letters, close - name - letters);
  const bool is_tag = rest.empty() || rest == "/" || rest == " /" ||
                      (rest[0] == ' ' && rest.find('=') != kNowhere &&
                       rest.find_first_of("<>\n") == kNowhere && rest.find(kOpen) == kNowhere);
  return is_tag ? close + kClose.size() : 0;
}

}  // namespace

size_t ProgramItems::entity_size(size_t begin) {
  if (const size_t tag = escaped_tag_size(text_.substr(begin)); tag > 0) return tag;
  constexpr size_t kLongest = 10;
  const auto text = text_.substr(begin, kLongest);
  if (text.starts_with("&&")) return 2;  // & in a label with access keys; "and" in code
  const size_t hash = text.substr(1).starts_with('#') ? 1 : 0;
  const size_t name = run_of(text.substr(1 + hash), is_alphanumeric);
  const size_t end = 1 + hash + name;
  return name > 1 && end < text.size() && text[end] == ';' ? end + 1 : 0;
}

size_t ProgramItems::code_size(size_t begin) {
  if (begin > 0 && (is_alphanumeric(text_[begin - 1]) || text_[begin - 1] == '`')) return 0;
  const auto run = run_of_quotes(begin);
  if (run.next == kNowhere) return 0;
  const auto inside = text_.substr(begin + run.size, run.next - begin - run.size);
  const bool is_apart = is_among(inside.front(), kBlanks) || is_among(inside.back(), kBlanks);
  if ((run.size == 1 && is_apart) || has_blank_line(inside)) return 0;
  return run.next + run.size - begin;
}

ProgramItems::Quotes ProgramItems::run_of_quotes(size_t begin) {
  if (quotes_.empty()) {
    for (size_t at = text_.find('`'); at != kNowhere; at = text_.find('`', at)) {
      const size_t size = run_of(text_.substr(at), [](char c) { return c == '`'; });
      quotes_.push_back({.begin = at, .size = size, .next = kNowhere});
      at += size;
    }
    std::vector<size_t> last(text_.size() + 1, kNowhere);
    for (auto run = quotes_.rbegin(); run != quotes_.rend(); ++run) {
      run->next = std::exchange(last[run->size], run->begin);
    }
  }
  return *std::ranges::lower_bound(quotes_, begin, {}, &Quotes::begin);
}

size_t ProgramItems::shortcode_size(size_t begin) {
  if (begin > 0 && !is_among(text_[begin - 1], " \t\n(\"'[{,=>")) return 0;
  const auto text = text_.substr(begin);
  if (text.starts_with(":::")) return 3 + run_of(text.substr(3), is_identifier);
  const size_t name = run_of(text.substr(1), is_identifier);
  if (text.size() > 3 && is_among(text[1], "+-") && is_ascii_digit(text[2]) && text[3] == ':') {
    return 4;  // :+1:
  }
  if (name < 2 || !is_ascii_letter(text[1])) return 0;
  return 1 + name < text.size() && text[1 + name] == ':' ? name + 2 : name + 1;
}

}  // namespace regard::text
