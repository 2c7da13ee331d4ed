#include <algorithm>
#include <array>
#include <utility>

#include "base/replaced.h"
#include "base/utf8.h"
#include "config/yaml_check.h"
#include "documents/field_document.h"
#include "documents/formats.h"
#include "documents/identifiers.h"
#include "documents/tagged_text.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "text/characters.h"
#include "text/json_strings.h"
#include "text/sentences.h"
#include "text/structured_lines.h"

/// YAML: translates values; keys, comments, anchors and flow collections stay unchanged.
namespace regard::documents {
namespace {

using Lines = std::vector<std::string_view>;

/// Number of hexadecimal digits after the letter of an escape: \x41, \u0041, \U00000041.
size_t digits_of_escape(std::string_view behind) {
  constexpr size_t kByte = 2, kUnit = 4, kCharacter = 8;
  if (behind.starts_with('x')) return kByte;
  if (behind.starts_with('u')) return kUnit;
  return behind.starts_with('U') ? kCharacter : 0;
}

std::string without_escapes(std::string_view value) {
  constexpr std::array<std::pair<char, std::string_view>, 8> kEscapes = {{{'n', "\n"},
                                                                          {'t', "\t"},
                                                                          {'"', "\""},
                                                                          {'\\', "\\"},
                                                                          {'/', "/"},
                                                                          {' ', " "},
                                                                          {'_', "\u00A0"},
                                                                          {'e', "\x1B"}}};
  std::string text;
  for (size_t at = 0; at < value.size(); ++at) {
    const auto* escape = std::ranges::find(
        kEscapes, value[at] == '\\' && at + 1 < value.size() ? value[at + 1] : '\0',
        [](const auto& one) { return one.first; });
    const size_t digits = value[at] == '\\' ? digits_of_escape(value.substr(at + 1)) : 0;
    if (digits > 0 && at + 1 + digits < value.size()) {
      char32_t character = 0;
      for (const char digit : value.substr(at + 2, digits)) {
        character = character * 16 + static_cast<char32_t>(std::max(hexadecimal_value(digit), 0));
      }
      append_utf8(character, text);
      at += 1 + digits;
    } else if (escape != kEscapes.end()) {
      text += escape->second;
      ++at;
    } else {
      text += value[at];
    }
  }
  return text;
}

std::string with_single_quotes_doubled(std::string_view text) {
  std::string written;
  for (const char c : text) written.append(c == '\'' ? 2 : 1, c);
  return written;
}

std::string with_doubled_quotes_single(std::string_view text) {
  std::string said;
  for (size_t at = 0; at < text.size(); ++at) {
    said += text[at];
    if (text[at] == '\'' && at + 1 < text.size() && text[at + 1] == '\'') ++at;
  }
  return said;
}

/// Whether an unquoted word is a value rather than text.
bool is_value(std::string_view text) {
  constexpr std::array<std::string_view, 10> kWords = {"true", "false", "null", "yes", "no",
                                                       "on",   "off",   "y",    "n",   "~"};
  return std::ranges::find(kWords, lower_ascii(text)) != kWords.end();
}

/// Whether a text can be written without quotes.
bool is_plain(std::string_view text) {
  constexpr std::string_view kNotFirst = "-?:,[]{}#&*!|>'\"%@` ";
  if (text.empty() || text::is_among(text[0], kNotFirst) || text.ends_with(':')) return false;
  if (text.ends_with(' ') || text.find(": ") != std::string_view::npos) return false;
  if (text.find(" #") != std::string_view::npos || text.find('\n') != std::string_view::npos) {
    return false;
  }
  return !is_value(text);
}

std::string in_double_quotes(std::string_view text) {
  return '"' + text::json_escaped(std::string(text)) + '"';
}

class YamlReader {
 public:
  explicit YamlReader(std::string_view file) : file_(file) {
    for (const auto line : text::lines_with_ends(file)) {
      lines_.push_back(line.substr(0, line.find_last_not_of("\r\n") + 1));
    }
    structured_ = text::lines_of_yaml(lines_);
  }

  /// Index of the first line that is not in the supported subset of YAML; the number of lines if
  /// there is none.
  size_t stranger() const { return structured_.size(); }
  size_t line_count() const { return lines_.size(); }

  std::vector<Field> fields() {
    for (size_t line = 0; line < lines_.size(); ++line) {
      if (!structured_[line].is_structured) continue;
      size_t end = line + 1;  // the line after the value
      while (end < lines_.size() && !structured_[end].is_structured) ++end;
      while (end > line + 1 && trimmed(lines_[end - 1]).empty()) --end;
      const auto behind = trimmed(structured_[line].behind);
      if (!behind.empty() && text::is_among(behind[0], "|>")) {
        const bool is_folded = behind[0] == '>';
        add_block(line + 1, end, is_folded ? text::Wrapping::all : text::Wrapping::kept);
      } else {
        add_value(line, end);
      }
    }
    return std::move(fields_);
  }

 private:
  size_t place_of(const char* at) const { return static_cast<size_t>(at - file_.data()); }

  /// Adds the lines of a block text below its key, without their indent.
  void add_block(size_t begin, size_t end, text::Wrapping wrapping) {
    while (begin < end && trimmed(lines_[begin]).empty()) ++begin;
    if (begin == end) return;
    const size_t indent = text::run_of(lines_[begin], [](char c) { return c == ' '; });
    std::string text;
    for (size_t line = begin; line < end; ++line) {
      if (line > begin) text += '\n';
      text += lines_[line].substr(std::min(indent, lines_[line].size()));
    }
    const auto& last = lines_[end - 1];
    const Place place = {place_of(lines_[begin].data()), place_of(last.data() + last.size())};
    fields_.push_back(
        field_at(place, CodedText(tagged_parts(text, wrapping), wrapping), [indent](auto parts) {
          const auto written = tagged_text(parts);
          std::string lines;
          for (const auto line : text::lines_with_ends(written)) {
            if (!trimmed(line).empty()) lines.append(indent, ' ');
            lines += line;
          }
          return lines;
        }));
  }

  void add_value(size_t line, size_t end) {
    const auto& [is_structured, before, value, behind] = structured_[line];
    if (end > line + 1) return add_value_of_lines(line, end);
    if (value.empty() || value[0] == '[' || is_identifier(value)) return;
    const char quote = before.empty() ? '\0' : before.back();
    const Place place = {place_of(value.data()), place_of(value.data() + value.size())};
    if (quote == '"') {
      fields_.push_back(
          field_at(place, CodedText(tagged_parts(without_escapes(value))),
                   [](auto parts) { return text::json_escaped(tagged_text(parts)); }));
    } else if (quote == '\'') {
      fields_.push_back(
          field_at(place, CodedText(tagged_parts(with_doubled_quotes_single(value))),
                   [](auto parts) { return with_single_quotes_doubled(tagged_text(parts)); }));
    } else {
      add_plain(place, std::string(value));
    }
  }

  void add_plain(Place place, std::string text) {
    if (is_value(text)) return;
    fields_.push_back(field_at(place, CodedText(tagged_parts(text)), [](auto parts) {
      auto written = tagged_text(parts);
      return is_plain(written) ? written : in_double_quotes(written);
    }));
  }

  /// Adds a line to a value as YAML folds lines (1.2.2, section 6.5): a line end becomes a space,
  /// an empty line a line end. In double quotes, a backslash before a line end removes it.
  static void add_folded(std::string& text, std::string_view line, bool is_escaped) {
    const auto backslashes = text.size() - std::min(text.find_last_not_of('\\') + 1, text.size());
    if (is_escaped && backslashes % 2 == 1) {
      text.pop_back();
    } else if (line.empty()) {
      text += '\n';
    } else if (!text.ends_with('\n')) {
      text += ' ';
    }
    text += line;
  }

  /// Adds a value that continues below its key, with its lines as one text.
  void add_value_of_lines(size_t line, size_t end) {
    const auto& first = structured_[line];
    const char* begin = lines_[line].data() + first.before.size();
    const auto& last = lines_[end - 1];
    const Place place = {place_of(begin), place_of(last.data() + last.size())};
    std::string text(trimmed(lines_[line].substr(first.before.size())));
    const bool is_escaped = text.starts_with('"');
    for (size_t next = line + 1; next < end; ++next)
      add_folded(text, trimmed(lines_[next]), is_escaped);
    const auto said = std::string_view(text);
    const bool is_in_quotes =
        said.size() > 1 && text::is_among(said[0], "\"'") && said.back() == said[0];
    if (said.empty() || text::is_among(said[0], "[{&*!")) return;
    if (!is_in_quotes && !is_plain(replaced(text, "\n", " "))) return;
    if (!is_in_quotes) return add_plain(place, text);
    const auto inner = said.substr(1, said.size() - 2);
    auto value = said[0] == '"' ? without_escapes(inner) : with_doubled_quotes_single(inner);
    fields_.push_back(field_at(place, CodedText(tagged_parts(value)),
                               [](auto parts) { return in_double_quotes(tagged_text(parts)); }));
  }

  std::string_view file_;
  Lines lines_;
  std::vector<text::StructuredLine> structured_;
  std::vector<Field> fields_;
};

}  // namespace

std::unique_ptr<Document> read_yaml(File file, const DocumentOptions& /*options*/) {
  config::check_yaml(file.bytes, file.name);
  YamlReader reader(file.bytes);
  if (reader.stranger() < reader.line_count()) {
    throw Error("the line is neither a key with a value nor an item of a list",
                str(file.name, ':', reader.stranger() + 1),
                "write one of these on each line; check that the suffix matches the format");
  }
  auto fields = reader.fields();
  return std::make_unique<FieldDocument>(std::move(file.bytes), std::move(fields));
}

}  // namespace regard::documents
