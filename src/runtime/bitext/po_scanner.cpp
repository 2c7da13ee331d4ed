#include "bitext/po_scanner.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/utf8.h"
#include "regard/base/str.h"
#include "text/characters.h"

namespace regard::bitext {
namespace {

constexpr std::array<std::pair<char, char>, 7> kEscapes = {
    {{'n', '\n'}, {'t', '\t'}, {'r', '\r'}, {'a', '\a'}, {'v', '\v'}, {'b', '\b'}, {'f', '\f'}}};

/// Size of the character code at the beginning of `text`, such as x41 of \x41 or 101 of \101; 0 if
/// there is none.
size_t code_size(std::string_view text) {
  constexpr size_t kMostDigits = 3;
  if (text.starts_with('x')) {
    const size_t digits =
        text::run_of(text.substr(1, 2), [](char c) { return hexadecimal_value(c) >= 0; });
    return digits == 0 ? 0 : 1 + digits;
  }
  return text::run_of(text.substr(0, kMostDigits), [](char c) { return c >= '0' && c < '8'; });
}

char character_of_code(std::string_view code) {
  const bool is_hexadecimal = code.starts_with('x');
  if (is_hexadecimal) code.remove_prefix(1);
  int value = 0;
  for (const char c : code) value = value * (is_hexadecimal ? 16 : 8) + hexadecimal_value(c);
  return static_cast<char>(value);
}

/// The content of a quoted string, with escapes resolved; nothing if it is not quoted.
std::optional<std::string> unquoted(std::string_view quoted) {
  if (!quoted.starts_with('"')) return std::nullopt;
  std::string text;
  for (size_t at = 1; at < quoted.size(); ++at) {
    char c = quoted[at];
    if (c == '"') return at + 1 == quoted.size() ? std::optional(text) : std::nullopt;
    if (c == '\\' && at + 1 < quoted.size()) {
      c = quoted[++at];
      for (const auto& [letter, meaning] : kEscapes) {
        if (quoted[at] == letter) c = meaning;
      }
      const size_t code = code_size(quoted.substr(at));
      if (code > 0) {
        c = character_of_code(quoted.substr(at, code));
        at += code - 1;
      }
    }
    text += c;
  }
  return std::nullopt;
}

/// Whether a line has a misspelled keyword with a string: that line begins an entry, which is lost.
bool begins_as_entry(std::string_view line) {
  const size_t word = text::run_of(line, is_ascii_letter);
  return word > 0 && trimmed(line.substr(word)).starts_with('"') && word + 1 < line.size();
}

}  // namespace

std::optional<PoEntry> PoScanner::take(std::string_view whole, int64_t number, size_t offset) {
  number_ = number;
  line_ = whole.data();
  offset_ = offset;
  const auto line = trimmed(whole);
  if (line.empty()) return {};
  if (line.starts_with('#')) {
    take_comment(line);
  } else if (line.starts_with("msg")) {
    const size_t keyword = std::min(line.find_first_of(" \t\""), line.size());
    begin_string(line.substr(0, keyword));
    append(trimmed(line.substr(keyword)));
  } else {
    if (!entry_.translations.empty() && begins_as_entry(line)) finished_ = finish();
    append(line);
  }
  return std::exchange(finished_, std::nullopt);
}

void PoScanner::take_comment(std::string_view line) {
  constexpr std::string_view kFlags = "#,";
  if (!entry_.translations.empty()) finished_ = finish();
  if (line.starts_with("#~") && entry_.line == 0) entry_ = {};  // flags of the obsolete entry
  if (!line.starts_with(kFlags)) return;
  entry_.flags += line.substr(kFlags.size());
  entry_.is_fuzzy |= line.find("fuzzy") != std::string_view::npos;
}

void PoScanner::begin_string(std::string_view keyword) {
  if (keyword == "msgctxt" || keyword == "msgid") {
    const bool is_next =
        entry_.has_id || !entry_.wrong.empty() || (keyword == "msgctxt" && entry_.line > 0);
    if (is_next) finished_ = finish();
    entry_.line = number_;
    entry_.has_id = keyword == "msgid";
    string_ = entry_.has_id ? &entry_.id : &entry_.context;
  } else if (keyword == "msgid_plural" && entry_.has_id && entry_.translations.empty()) {
    entry_.has_plural = true;
    string_ = &entry_.plural;
  } else if (keyword.starts_with("msgstr") && entry_.has_id) {
    string_ = &entry_.translations.emplace_back();
    string_->keyword = keyword;
  } else {
    note_wrong(str("unexpected ", keyword));
  }
}

void PoScanner::append(std::string_view quoted) {
  if (string_ == nullptr) return note_wrong("text outside of an entry");
  const size_t begin = offset_ + static_cast<size_t>(quoted.data() - line_);
  if (string_->end == 0) string_->begin = begin;
  string_->end = begin + quoted.size();
  if (auto text = unquoted(quoted)) {
    string_->text += *text;
  } else {
    note_wrong("the string has no opening or closing quote");
    string_->text += quoted;
  }
}

void PoScanner::note_wrong(const std::string& what) {
  if (entry_.line == 0) entry_.line = number_;
  if (entry_.wrong.empty()) entry_.wrong = str("line ", number_, ": ", what);
}

std::optional<PoEntry> PoScanner::finish() {
  auto entry = std::exchange(entry_, {});
  string_ = nullptr;
  if (entry.line == 0) return {};
  return entry;
}

std::string po_escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    const auto* escape = std::ranges::find(kEscapes, c, [](const auto& one) { return one.second; });
    if (escape != kEscapes.end()) {
      escaped += {'\\', escape->first};
    } else {
      if (c == '"' || c == '\\') escaped += '\\';
      escaped += c;
    }
  }
  return escaped;
}

}  // namespace regard::bitext
