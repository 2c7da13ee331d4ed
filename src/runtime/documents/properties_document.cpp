#include <algorithm>
#include <array>
#include <utility>

#include "base/replaced.h"
#include "base/utf8.h"
#include "documents/field_document.h"
#include "documents/formats.h"
#include "documents/message_choices.h"
#include "documents/mnemonics.h"
#include "documents/tagged_text.h"
#include "text/characters.h"
#include "text/sentences.h"

/// Java and Mozilla properties: "key = value", continued after a backslash at the line end.
namespace regard::documents {
namespace {

constexpr std::array<std::pair<char, char>, 4> kEscapes = {
    {{'n', '\n'}, {'t', '\t'}, {'r', '\r'}, {'f', '\f'}}};

bool is_space(char c) { return text::is_among(c, " \t\f"); }

/// Number of bytes to skip at the beginning: spaces, and line ends after a backslash.
size_t joint_size(std::string_view text) {
  const size_t end = text.starts_with("\\\r\n") ? 3 : text.starts_with("\\\n") ? 2 : 0;
  return end == 0 ? 0 : end + text::run_of(text.substr(end), is_space);
}

struct Value {
  std::string text;
  bool has_units = false;  ///< whether characters are written as \u00E9
};

Value value_of(std::string_view written) {
  constexpr size_t kUnit = 6;  // \u00E9
  Value value;
  while (!written.empty()) {
    size_t size = joint_size(written);
    if (size == 0 && written.starts_with("\\u") && written.size() >= kUnit) {
      char32_t character = 0;
      for (const char digit : written.substr(2, kUnit - 2)) {
        character = character * 16 + static_cast<char32_t>(std::max(hexadecimal_value(digit), 0));
      }
      append_utf8(character, value.text);
      value.has_units = true;
      size = kUnit;
    } else if (size == 0 && written[0] == '\\' && written.size() > 1) {
      const auto* escape =
          std::ranges::find(kEscapes, written[1], [](const auto& one) { return one.first; });
      value.text += escape == kEscapes.end() ? written[1] : escape->second;
      size = 2;
    } else if (size == 0) {
      value.text += written[0];
      size = 1;
    }
    written.remove_prefix(size);
  }
  return value;
}

std::string written_value(std::string_view text, bool is_ascii) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  constexpr char32_t kAscii = 0x80, kBeyond = 0x10000;
  std::string written;
  for (const char32_t character : decode_utf8(text)) {
    const auto* escape = std::ranges::find(kEscapes, static_cast<char>(character),
                                           [](const auto& one) { return one.second; });
    const bool is_first_space = character == U' ' && written.empty();
    if (character < kAscii && escape != kEscapes.end()) {
      written += {'\\', escape->first};
    } else if (character == U'\\' || is_first_space) {
      written += {'\\', static_cast<char>(character)};
    } else if (character < kAscii || !is_ascii || character >= kBeyond) {
      append_utf8(character, written);
    } else {
      written += "\\u";
      for (int shift = 12; shift >= 0; shift -= 4) written += kDigits[character >> shift & 0xFU];
    }
  }
  return written;
}

/// Whether a value is a pattern of java.text.MessageFormat, which doubles every apostrophe: it has
/// an argument, or a doubled apostrophe within a word.
bool is_message_format(std::string_view text) {
  const auto is_letter_at = [&](size_t at) {
    return at < text.size() && is_ascii_letter(text[at]);
  };
  bool is_pattern = false;
  for (size_t at = 0; at < text.size(); ++at) {
    is_pattern |= text[at] == '{' && at + 1 < text.size() && is_ascii_digit(text[at + 1]);
    if (text[at] != '\'') continue;
    if (at + 1 >= text.size() || text[at + 1] != '\'') return false;
    is_pattern |= at > 0 && is_letter_at(at - 1) && is_letter_at(at + 2);
    ++at;
  }
  return is_pattern;
}

/// The offset at which the value of a line begins.
size_t value_begin(std::string_view line) {
  size_t at = text::run_of(line, is_space);
  while (at < line.size() && !is_space(line[at]) && !text::is_among(line[at], "=:")) {
    at += line[at] == '\\' ? 2 : 1;
  }
  at = std::min(at, line.size());
  at += text::run_of(line.substr(at), is_space);
  if (at < line.size() && text::is_among(line[at], "=:")) ++at;
  return at + text::run_of(line.substr(at), is_space);
}

/// Whether a line continues on the next one: it ends in an odd number of backslashes.
bool goes_on(std::string_view line) {
  const size_t last = line.find_last_not_of('\\');
  return (line.size() - (last == std::string_view::npos ? 0 : last + 1)) % 2 == 1;
}

}  // namespace

std::unique_ptr<Document> read_properties(File file, const DocumentOptions& /*options*/) {
  const bool is_ascii = std::ranges::all_of(file.bytes, [](char c) { return (c & '\x80') == 0; });
  std::vector<Field> fields;
  size_t choices = 0;
  const auto lines = text::lines_with_ends(file.bytes);
  for (size_t line = 0; line < lines.size(); ++line) {
    const auto bare = trimmed(lines[line]);
    if (bare.empty() || text::is_among(bare[0], "#!")) continue;
    const auto begin = static_cast<size_t>(lines[line].data() - file.bytes.data());
    const auto without_end = [&] {
      return lines[line].substr(0, lines[line].find_last_not_of("\r\n") + 1);
    };
    while (line + 1 < lines.size() && goes_on(without_end())) ++line;
    const auto last = without_end();
    const auto end = static_cast<size_t>(last.data() + last.size() - file.bytes.data());
    const auto whole = std::string_view(file.bytes).substr(begin, end - begin);
    const auto place = Place{begin + value_begin(whole), end};
    auto value = value_of(whole.substr(value_begin(whole)));
    choices += has_choice(value.text) ? 1 : 0;
    const bool is_pattern = is_message_format(value.text);
    if (is_pattern) value.text = replaced(value.text, "''", "'");
    auto parts = tagged_parts(value.text);
    const auto mnemonic = take_mnemonic(parts);
    fields.push_back(field_at(place, CodedText(parts), [=](auto own) {
      std::vector<TextPart> said(own.begin(), own.end());
      put_mnemonic(mnemonic, said);
      auto text = tagged_text(said);
      if (is_pattern) text = replaced(text, "'", "''");
      return written_value(text, is_ascii);
    }));
  }
  return std::make_unique<FieldDocument>(std::move(file.bytes), std::move(fields),
                                         notes_of_choices(choices));
}

}  // namespace regard::documents
