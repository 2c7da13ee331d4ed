#include "store/marian_vocabulary.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/atomic_file.h"
#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"
#include "store/vocabulary_files.h"

namespace regard::interop {
namespace {

using text::VocabularyList;

[[noreturn]] void fail_as_vocabulary(const std::string& path, const std::string& what) {
  throw Error(what, path, "use a complete copy of the vocabulary", ExitCode::failure);
}

/// Pieces with the ids that a vocabulary assigns them, in file order.
using Numbered = std::vector<std::pair<std::string, int64_t>>;

/// Pieces ordered by id. Ids must count from 0 without gaps.
std::vector<std::string> in_order(Numbered numbered, const std::string& path) {
  std::vector<std::string> pieces(numbered.size());
  std::vector<bool> is_taken(numbered.size());
  for (auto& [piece, number] : numbered) {
    const auto place = static_cast<size_t>(number);
    if (number < 0 || place >= pieces.size() || is_taken[place]) {
      fail_as_vocabulary(path,
                         str("gives ", piece, " the number ", number, ", but its ", pieces.size(),
                             " subwords must be numbered from 0 without gaps"));
    }
    is_taken[place] = true;
    pieces[place] = std::move(piece);
  }
  return pieces;
}

/// Reads the lines of a flat map in YAML: `piece: 3`, `'piece': 3`, `"piece": 3`, and for a long
/// piece `? piece` with `: 3` on the next line. config/yaml_reader.h reads full YAML, but is not
/// meant for hundreds of thousands of entries.
class YamlLines {
 public:
  YamlLines(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  Numbered read() {
    Numbered numbered;
    std::optional<std::string> piece;  // the key whose id is on the next line
    while (take_line()) {
      if (line_.empty() || line_.front() == '#' || line_ == "---" || line_ == "...") continue;
      if (line_.starts_with("? ")) {
        piece = unquoted(line_.substr(2));
        continue;
      }
      if (!piece) piece = unquoted(take_key());
      numbered.emplace_back(std::move(*piece), number());
      piece.reset();
    }
    return numbered;
  }

 private:
  bool take_line() {
    if (text_.empty()) return false;
    const auto end = std::min(text_.find('\n'), text_.size());
    line_ = text_.substr(0, end);
    text_.remove_prefix(std::min(end + 1, text_.size()));
    while (!line_.empty() && (line_.back() == '\r' || line_.back() == ' ')) line_.remove_suffix(1);
    ++count_;
    return true;
  }

  /// Takes the key off the line: everything before the last colon.
  std::string_view take_key() {
    const auto colon = line_.rfind(": ");
    if (colon == std::string_view::npos) fail_here("has no number");
    const auto key = line_.substr(0, colon);
    line_.remove_prefix(colon);
    return key;
  }

  int64_t number() {
    int64_t number = 0;
    if (!line_.starts_with(": ")) fail_here("has no number");
    line_.remove_prefix(2);
    line_.remove_prefix(std::min(line_.find_first_not_of(' '), line_.size()));
    const auto end = std::from_chars(line_.data(), line_.data() + line_.size(), number);
    if (end.ec != std::errc() || end.ptr != line_.data() + line_.size()) {
      fail_here("has no number");
    }
    return number;
  }

  std::string unquoted(std::string_view key) const {
    while (!key.empty() && key.back() == ' ') key.remove_suffix(1);
    const bool is_quoted = key.size() >= 2 && key.front() == key.back();
    if (is_quoted && key.front() == '\'') return singly_quoted(key.substr(1, key.size() - 2));
    if (is_quoted && key.front() == '"') return doubly_quoted(key.substr(1, key.size() - 2));
    return std::string(key);
  }

  static std::string singly_quoted(std::string_view key) {
    std::string piece;
    for (size_t at = 0; at < key.size(); ++at) {
      piece += key[at];
      if (key.substr(at, 2) == "''") ++at;
    }
    return piece;
  }

  std::string doubly_quoted(std::string_view key) const {
    std::string piece;
    while (!key.empty()) {
      const char character = key.front();
      key.remove_prefix(1);
      if (character == '\\') {
        append_escaped(piece, key);
      } else {
        piece += character;
      }
    }
    return piece;
  }

  /// Appends the character of an escape sequence: a letter, or a code in hexadecimal.
  void append_escaped(std::string& piece, std::string_view& rest) const {
    if (rest.empty()) fail_here("ends in a backslash");
    const char letter = rest.front();
    rest.remove_prefix(1);
    constexpr std::string_view kLetters = "0abtnvfre_NLP";
    constexpr char32_t kMeant[] = {0,   7,    8,    9,    0xA,    0xB,   0xC,
                                   0xD, 0x1B, 0xA0, 0x85, 0x2028, 0x2029};
    const auto simple = kLetters.find(letter);
    const size_t digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
    if (simple != std::string_view::npos) {
      append_utf8(kMeant[simple], piece);
    } else if (digits == 0) {
      piece += letter;
    } else {
      uint32_t code = 0;
      const auto written = rest.substr(0, digits);
      const auto end = std::from_chars(written.data(), written.data() + written.size(), code, 16);
      if (end.ptr != rest.data() + digits || code > 0x10FFFF) fail_here("has an invalid code");
      append_utf8(code, piece);
      rest.remove_prefix(digits);
    }
  }

  [[noreturn]] void fail_here(const char* what) const {
    throw Error(what, str(path_, ':', count_), "use a complete copy of the vocabulary",
                ExitCode::failure);
  }

  std::string_view text_, line_;
  int64_t count_ = 0;  // lines read
  const std::string& path_;
};

Numbered numbered_of_json(const std::string& path) {
  const JsonFile file(path);
  if (!file.json().is_object()) file.fail("is not a JSON object of subwords and numbers");
  Numbered numbered;
  for (const auto& [piece, number] : file.json().items()) {
    if (!number.is_number_integer()) file.fail(str("has no number for ", piece));
    numbered.emplace_back(piece, number.get<int64_t>());
  }
  return numbered;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> pieces;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    auto line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    pieces.emplace_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return pieces;
}

/// The pieces of a SentencePiece model, in the order of their ids (text/vocabulary_list.h).
std::vector<std::string> pieces_of_model(std::string_view model) {
  constexpr uint64_t kPiece = 1, kText = 1;
  std::vector<std::string> pieces;
  text::for_each_field(model, [&](const text::ProtoField& field) {
    if (field.id != kPiece) return;
    text::for_each_field(field.bytes, [&](const text::ProtoField& part) {
      if (part.id == kText) pieces.emplace_back(part.bytes);
    });
  });
  return pieces;
}

std::vector<std::string> pieces_of_file(const std::string& path) {
  const std::string_view name = path;
  if (name.ends_with(".fsv")) {
    fail_as_vocabulary(path, "is a factored vocabulary, which regard does not support");
  }
  if (name.ends_with(".json")) return in_order(numbered_of_json(path), path);
  const auto text = read_file(path, limits::kTokenizerBytes);
  if (name.ends_with(".spm")) return pieces_of_model(text);
  if (!name.ends_with(".yml") && !name.ends_with(".yaml")) return lines_of(text);
  if (text.starts_with('{')) return in_order(numbered_of_json(path), path);
  return in_order(YamlLines(text, path).read(), path);
}

}  // namespace

VocabularyList read_marian_vocabulary(const std::string& path) {
  VocabularyList list;
  list.pieces = pieces_of_file(path);
  for (const auto& piece : list.pieces) {
    if (first_invalid_utf8(piece)) fail_as_vocabulary(path, "has a subword that is not UTF-8");
  }
  const auto place = [&](const char* piece) {
    const auto found = std::ranges::find(list.pieces, piece);
    return found == list.pieces.end() ? VocabularyList::kNone : found - list.pieces.begin();
  };
  list.eos = place("</s>");
  list.unk = place("<unk>");
  text::check(list, path);
  return list;
}

void write_marian_vocabulary(const std::string& path, const VocabularyList& list) {
  std::string text;
  int64_t number = 0;
  for (const auto& piece : list.pieces) {
    text += str(nlohmann::json(piece).dump(), ": ", number++, '\n');  // JSON strings are also YAML
  }
  write_file_atomically(path, text);
}

}  // namespace regard::interop
