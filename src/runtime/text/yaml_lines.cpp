#include "text/structured_lines.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::text {
namespace {

size_t spaces_at_begin(std::string_view text) {
  return run_of(text, [](char c) { return c == ' '; });
}

/// Whether an unquoted key may have several words.
enum class Keys { of_one_word, of_words };

/// Size in bytes of a key with its colon; 0 if the line has none.
size_t key_size(std::string_view text, Keys keys) {
  constexpr std::string_view kNotFirst = "{}[]&*!|>%@`#,?:-.(\"'";
  if (text.empty()) return 0;
  size_t end = 0;
  if (text[0] == '"' || text[0] == '\'') {
    const size_t quote = text.find(text[0], 1);
    end = quote == std::string_view::npos ? 0 : quote + 1;
  } else if (!is_among(text[0], kNotFirst)) {
    const auto* ends = keys == Keys::of_words ? ":" : ": ";
    end = std::min(text.find_first_of(ends), text.size());
    while (end < text.size() && text[end] == ':' && end + 1 < text.size() && text[end + 1] != ' ') {
      end = std::min(text.find_first_of(ends, end + 1), text.size());
    }
  }
  const auto rest = text.substr(end);
  return end > 0 && (rest == ":" || rest.starts_with(": ")) ? end + 1 : 0;
}

/// Whether the value is | or >, possibly with indentation and chomping indicators and a comment.
bool begins_block(std::string_view value) {
  if (value.empty() || !is_among(value[0], "|>")) return false;
  const size_t marks =
      1 + run_of(value.substr(1), [](char c) { return is_ascii_digit(c) || is_among(c, "+-"); });
  const auto rest = trimmed(value.substr(marks));
  return rest.empty() || (rest.starts_with('#') && value[marks] == ' ');
}

/// Size in bytes of the anchors and tags before a value: &name, !!str.
size_t properties_size(std::string_view value) {
  size_t size = 0;
  while (size < value.size() && is_among(value[size], "&!")) {
    size = std::min(value.find(' ', size), value.size());
    size += spaces_at_begin(value.substr(size));
  }
  return size;
}

bool is_data(std::string_view value) {
  constexpr std::array<std::string_view, 3> kWords = {"true", "false", "null"};
  const auto lower = lower_ascii(trimmed(value));
  return std::ranges::find(kWords, lower) != kWords.end() || value.starts_with('*') ||
         value.starts_with('{') || begins_block(value);
}

/// The position of the comment in a line (a # after white space); the line's size if it has none.
size_t comment_begin(std::string_view text) {
  size_t at = text.find('#');
  while (at != std::string_view::npos && at > 0 && !is_among(text[at - 1], " \t")) {
    at = text.find('#', at + 1);
  }
  return std::min(at, text.size());
}

/// A value and the parts of the line around it.
StructuredLine with_value(std::string_view line, size_t begin) {
  const auto rest = line.substr(begin);
  if (is_data(rest)) return {true, line.substr(0, begin), {}, rest};
  if (!rest.empty() && is_among(rest[0], "\"'")) {
    const size_t end = rest.find_last_of(rest[0]);
    const auto behind = trimmed(rest.substr(end + 1));
    if (end > 0 && (behind.empty() || behind.starts_with('#'))) {
      return {true, line.substr(0, begin + 1), rest.substr(1, end - 1), rest.substr(end)};
    }
  }
  const auto value = rest.substr(0, comment_begin(rest));
  const size_t end = value.find_last_not_of(" \t") + 1;  // npos + 1 is 0
  return {true, line.substr(0, begin), rest.substr(0, end), rest.substr(end)};
}

/// Reads a YAML document line by line.
class YamlReader {
 public:
  explicit YamlReader(Keys keys) : keys_(keys) {}

  /// The next line; empty if the document is not YAML.
  std::optional<StructuredLine> read(std::string_view line) {
    const size_t indent = spaces_at_begin(line);
    const auto bare = trimmed(line);
    if (bare.empty()) return StructuredLine{};
    if (is_in_text_ && indent > indent_) return StructuredLine{};
    is_in_text_ = false;
    const bool is_directive = keys_ == Keys::of_words && line.starts_with('%');
    const bool is_mark = bare.starts_with('#') || bare == "---" || bare == "..." || is_directive;
    if (is_mark) return StructuredLine{true, line, {}, {}};
    size_t at = indent;
    while (line.substr(at).starts_with("- ")) at += 1 + spaces_at_begin(line.substr(at + 1));
    const bool is_item = at > indent || bare == "-";
    const size_t key = key_size(line.substr(at), keys_);
    if (key == 0 && !is_item) {
      const bool goes_on = has_key_ && indent > indent_;
      return goes_on ? std::optional(StructuredLine{}) : std::nullopt;
    }
    if (key > 0) add_key(line.substr(at), line.substr(at + key), indent);
    at += key;
    at += spaces_at_begin(line.substr(at));
    at += properties_size(line.substr(at));
    indent_ = indent;
    is_in_text_ = begins_block(line.substr(at));
    has_marks_ = has_marks_ || is_in_text_;
    return with_value(line, at);
  }

  bool is_yaml() const { return values_ > 1 && has_marks_; }

 private:
  void add_key(std::string_view key, std::string_view value, size_t indent) {
    has_key_ = true;
    if (!trimmed(value).empty()) ++values_;
    // Lines such as "Question: Where is it?" are prose.
    has_marks_ = has_marks_ || (key[0] >= 'a' && key[0] <= 'z') || indent > 0;
  }

  Keys keys_;
  size_t indent_ = 0;  // indentation of the last key or item
  int values_ = 0;
  bool has_key_ = false, has_marks_ = false, is_in_text_ = false;
};

}  // namespace

std::vector<StructuredLine> yaml_lines(std::span<const std::string_view> lines) {
  YamlReader reader(Keys::of_one_word);
  std::vector<StructuredLine> result;
  for (const auto line : lines) {
    const auto read = reader.read(line);
    if (!read) return {};
    result.push_back(*read);
  }
  return reader.is_yaml() ? result : std::vector<StructuredLine>();
}

std::vector<StructuredLine> lines_of_yaml(std::span<const std::string_view> lines) {
  YamlReader reader(Keys::of_words);
  std::vector<StructuredLine> result;
  for (const auto line : lines) {
    const auto read = reader.read(line);
    if (!read) break;
    result.push_back(*read);
  }
  return result;
}

}  // namespace regard::text
