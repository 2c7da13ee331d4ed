#include "text/structured_lines.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::text {
namespace {

constexpr auto kAbsent = std::string_view::npos;

/// How likely a line is to be structured.
enum class Likeness { none, string, pair, certain };

struct KeyParts {
  Likeness likeness = Likeness::none;
  size_t before = 0;  ///< bytes of the key and the separator before the value
};

size_t blanks_at_begin(std::string_view text) {
  return run_of(text, [](char c) { return c == ' ' || c == '\t'; });
}

bool is_of_bare_key(char c) { return is_identifier(c) || is_among(c, ".-"); }

/// Parts of a catalog line: msgid "cat", msgstr[1] "cats", #: main.c:42
KeyParts of_catalogue(std::string_view line) {
  for (const std::string_view mark : {"#:", "#,", "#|", "#~", "#."}) {
    if (line.starts_with(mark)) return {Likeness::certain, line.size()};
  }
  if (!line.starts_with("msg")) return {};
  const size_t name = run_of(line, [](char c) {
    return (c >= 'a' && c <= 'z') || is_ascii_digit(c) || is_among(c, "_[]");
  });
  const size_t value = name + blanks_at_begin(line.substr(name));
  const bool is_string = value > name && line.substr(value).starts_with('"');
  return is_string ? KeyParts{Likeness::certain, value} : KeyParts{};
}

/// Parts of a line with a quoted key: "key": "cat", "key" = "cat";
KeyParts of_quoted_key(std::string_view line) {
  if (!line.starts_with('"')) return {};
  const size_t quote = line.find('"', 1);
  if (quote == kAbsent) return {};
  size_t at = quote + 1 + blanks_at_begin(line.substr(quote + 1));
  if (at == line.size() || !is_among(line[at], ":=")) {
    return line.ends_with('"') ? KeyParts{Likeness::string, 0} : KeyParts{};
  }
  const bool is_said = line[at] == ':' && line.substr(0, quote).find(' ') != kAbsent;
  if (is_said) return {};  // "The cat": ...
  ++at;
  return {Likeness::certain, at + blanks_at_begin(line.substr(at))};
}

/// Parts of a line with a bare key: key: cat, - key: cat, key = cat
KeyParts of_bare_key(std::string_view line) {
  const size_t item = line.starts_with("- ") ? 1 + blanks_at_begin(line.substr(1)) : 0;
  const auto rest = line.substr(item);
  const size_t key = run_of(rest, is_of_bare_key);
  if (key < 2 || !is_ascii_letter(rest[0]) || (rest[0] >= 'A' && rest[0] <= 'Z')) return {};
  size_t at = key + blanks_at_begin(rest.substr(key));
  if (at == rest.size()) return {};
  if (rest[at] == '=') {
    ++at;
    return {Likeness::certain, item + at + blanks_at_begin(rest.substr(at))};
  }
  const auto behind = rest.substr(key);
  const bool has_value = behind.starts_with(": ") || behind == ":";
  return has_value ? KeyParts{Likeness::pair, item + key + 1 + blanks_at_begin(behind.substr(1))}
                   : KeyParts{};
}

/// Parts of a calendar line: SUMMARY:The cat, DTSTART;TZID=Europe/Paris:20261126T103000
KeyParts of_calendar(std::string_view line) {
  constexpr std::array<std::string_view, 8> kTexts = {"CATEGORIES", "COMMENT",     "DESCRIPTION",
                                                      "NOTE",       "LOCATION",    "SUMMARY",
                                                      "TITLE",      "X-WR-CALNAME"};
  const size_t name =
      run_of(line, [](char c) { return (c >= 'A' && c <= 'Z') || is_ascii_digit(c) || c == '-'; });
  if (name < 2 || name == line.size() || !is_among(line[name], ":;")) return {};
  const size_t colon = line.find(':', name);
  if (colon == kAbsent || colon + 1 == line.size() || is_among(line[colon + 1], " \t/")) return {};
  const auto options = line.substr(name, colon - name);
  if (options.find_first_of(kBlanks) != kAbsent) return {};
  const bool is_text = std::ranges::find(kTexts, line.substr(0, name)) != kTexts.end();
  return {Likeness::pair, is_text ? colon + 1 : line.size()};
}

KeyParts key_parts_of(std::string_view line) {
  for (const auto of : {of_catalogue, of_quoted_key, of_calendar, of_bare_key}) {
    const auto parts = of(line);
    if (parts.likeness != Likeness::none) return parts;
  }
  return {};
}

/// The parts of a line whose value begins at `before`, with the quotes removed from the value.
StructuredLine structured(std::string_view line, size_t before) {
  auto rest = line.substr(before);
  size_t end = rest.find_last_not_of(" \t,;");
  end = end == kAbsent ? 0 : end + 1;
  const char quote = rest.empty() ? '\0' : rest[0];
  const bool is_quoted = end > 1 && is_among(quote, "\"'") && rest[end - 1] == quote;
  if (!is_quoted) return {true, line.substr(0, before), rest, {}};
  const auto value = rest.substr(1, end - 2);
  const bool is_field = value.ends_with("\\n") && of_bare_key(lower_ascii(value)).before > 0;
  if (is_field) return {true, line.substr(0, before), {}, rest};  // "Language: fr\n" in a catalog
  return {true, line.substr(0, before + 1), value, rest.substr(end - 1)};
}

/// Whether a line is a string that continues the previous one.
bool is_string(const StructuredLine& line) {
  return line.is_structured &&
         (line.before.empty() ? line.behind.starts_with('"') : trimmed(line.before) == "\"");
}

/// Whether a message is an identifier rather than text: menu.title
bool is_name_of_message(std::string_view message) {
  const size_t joint = message.find_first_of("._");
  return joint != kAbsent && joint + 1 < message.size() && message.find(' ') == kAbsent;
}

/// Marks existing translations, and strings that programs use to look up catalog messages, as
/// untranslatable. An empty translation gets its message's text if the message is on one
/// line.
void read_catalogue(std::vector<StructuredLine>& lines) {
  bool stays = false;  // whether the strings that follow stay untranslated
  bool is_translation = false;
  std::string_view singular, plural;
  for (size_t number = 0; number < lines.size(); ++number) {
    auto& line = lines[number];
    const auto mark = trimmed(line.before);
    if (is_string(line)) {
      if (stays) line.value = {};
      if (stays && !is_translation) singular = plural = {};
      continue;
    }
    is_translation = mark.starts_with("msgstr");
    const bool is_message = mark.starts_with("msgid") || mark.starts_with("msgctxt");
    if (mark.starts_with("msgid")) plural = line.value;
    if (mark.starts_with("msgid ")) singular = line.value;
    const bool is_of_text = is_translation && !singular.empty() && !is_name_of_message(singular);
    stays = is_message || is_of_text;
    const bool goes_on = number + 1 < lines.size() && is_string(lines[number + 1]);
    const bool is_empty = is_translation && line.value.empty() && !goes_on;
    if (stays) line.value = {};
    if (!is_empty) continue;
    const bool is_singular = mark.starts_with("msgstr ") || mark.starts_with("msgstr[0]");
    line.value = is_singular ? singular : plural;
  }
}

}  // namespace

std::vector<StructuredLine> structured_lines(std::span<const std::string_view> lines) {
  if (auto yaml = yaml_lines(lines); !yaml.empty()) return yaml;
  std::vector<KeyParts> parts;
  std::vector<size_t> indents;
  for (const auto line : lines) {
    indents.push_back(blanks_at_begin(line));
    parts.push_back(key_parts_of(line.substr(indents.back())));
  }
  const auto is_at_least = [&](size_t number, Likeness least) {
    return number < parts.size() && parts[number].likeness >= least;
  };
  std::vector<StructuredLine> result(lines.size());
  for (size_t number = 0; number < lines.size(); ++number) {
    const auto [likeness, before] = parts[number];
    const bool is_behind_other = number > 0 && result[number - 1].is_structured;
    const bool is_beside_other = is_behind_other || is_at_least(number + 1, Likeness::pair) ||
                                 (number > 0 && is_at_least(number - 1, Likeness::pair));
    const bool is_structured = likeness == Likeness::certain ||
                               (likeness == Likeness::pair && is_beside_other) ||
                               (likeness == Likeness::string && is_behind_other);
    if (is_structured) result[number] = structured(lines[number], indents[number] + before);
  }
  read_catalogue(result);
  return result;
}

}  // namespace regard::text
