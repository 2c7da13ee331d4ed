// Marks that the model reads as words. Without them, "Run `ls` to see the files." is read as "Run
// to see the files.", and the word before the mark loses its object.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "markup/html_events.h"
#include "markup/html_names.h"
#include "markup/html_segment.h"
#include "markup/text_atoms.h"
#include "regard/base/str.h"
#include "text/characters.h"

namespace regard::serve {
namespace {

using Kind = HtmlPart::Kind;

/// A text as a segment displays it, with unknown references as written.
std::string displayed(std::string_view bytes) {
  std::string text;
  while (!bytes.empty()) {
    const auto reference = character_reference(bytes);
    const size_t size = std::max<size_t>({reference.length, first_code_point(bytes).length, 1});
    std::string character;
    if (reference.character != 0) append_utf8(reference.character, character);
    if (character.empty()) character = bytes.substr(0, size);
    if (!is_left_out(character)) text += character;
    bytes.remove_prefix(size);
  }
  return text;
}

/// Whether a mark next to this character is part of a word.
bool joins_words(char32_t c) { return text::is_of_word(c) || c == U'-' || c == U'_'; }

class WordReader {
 public:
  explicit WordReader(std::vector<HtmlPart>& parts) : parts_(parts) {
    for (const auto& part : parts) {
      texts_.push_back(part.kind == Kind::text ? displayed(part.bytes) : part.words);
      note_placeholders(texts_.back());
    }
    const auto is_said = [](const std::string& text) { return !is_html_blank(text); };
    first_said_ = static_cast<size_t>(std::ranges::find_if(texts_, is_said) - texts_.begin());
  }

  void read() {
    std::vector<size_t> words;
    for (size_t at = 0; at < parts_.size(); ++at) {
      if (parts_[at].kind == Kind::word && is_word(at)) words.push_back(at);
    }
    for (auto& part : parts_) {
      if (part.kind == Kind::word) part.kind = Kind::mark;
    }
    for (const size_t at : words) {
      parts_[at].kind = Kind::kept;
      parts_[at].words = next_placeholder();
    }
  }

 private:
  void note_placeholders(std::string_view text) {
    for (size_t at = 0; (at = text.find('{', at)) != std::string_view::npos; ++at) {
      const size_t end = text.find_first_not_of("0123456789", at + 1);
      if (end == std::string_view::npos || text[end] != '}') continue;
      taken_.insert(std::string(text.substr(at, end + 1 - at)));
    }
  }

  bool is_word(size_t at) const {
    const auto before = neighbor(at, -1), after = neighbor(at, 1);
    if ((before && joins_words(*before)) || (after && joins_words(*after))) return false;
    if (first_said_ == texts_.size()) return false;
    if (first_said_ > at) return after && goes_on(texts_[first_said_]);
    return after || (before && text::is_blank(*before));
  }

  /// The character next to a part; std::nullopt at the ends. Another mark counts as a letter.
  std::optional<char32_t> neighbor(size_t at, int step) const {
    const auto next = static_cast<size_t>(step);
    for (size_t i = at + next; i < parts_.size(); i += next) {
      if (parts_[i].kind == Kind::word) return U'x';
      if (parts_[i].holds_space) return U' ';
      if (texts_[i].empty()) continue;
      return step < 0 ? last_code_point(texts_[i]) : first_code_point(texts_[i]).value;
    }
    return {};
  }

  /// Whether the text after a mark is the rest of its sentence.
  static bool goes_on(std::string_view text) {
    while (!text.empty() && is_html_space(text[0])) text.remove_prefix(1);
    constexpr std::u32string_view kMarks = U",;.)";
    const char32_t first = first_code_point(text).value;
    return kMarks.find(first) != std::u32string_view::npos ||
           (text::is_letter(first) && text::lower(first) == first);
  }

  std::string next_placeholder() {
    auto placeholder = str('{', number_++, '}');
    while (taken_.contains(placeholder)) placeholder = str('{', number_++, '}');
    return placeholder;
  }

  std::vector<HtmlPart>& parts_;
  std::vector<std::string> texts_;  // the displayed text of each part
  size_t first_said_ = 0;           // the first part that has more than white space
  std::set<std::string> taken_;     // placeholders in the texts
  int number_ = 0;
};

}  // namespace

void read_words(std::vector<HtmlPart>& parts) {
  const auto is_word = [](const HtmlPart& part) { return part.kind == Kind::word; };
  if (std::ranges::any_of(parts, is_word)) WordReader(parts).read();
}

namespace {

/// The atoms of [begin, end) in a text.
PlaceRange atoms_within(const std::vector<TextAtom>& atoms, size_t begin, size_t end) {
  const auto place = [&](size_t at) {
    return static_cast<size_t>(std::ranges::lower_bound(atoms, at, {}, &TextAtom::begin) -
                               atoms.begin());
  };
  return {.begin = place(begin), .end = place(end)};
}

}  // namespace

void align_words(const HtmlSegment& segment, std::string_view translation, AlignedAtoms& atoms) {
  for (const auto& node : segment.nodes) {
    const auto words = std::string_view(segment.text).substr(node.begin, node.end - node.begin);
    if (!node.is_kept || !is_placeholder(words)) continue;
    const auto source = atoms_within(atoms.source, node.begin, node.end);
    for (auto& linked : atoms.source_of) {
      if (linked >= source.begin && linked < source.end) linked = kNoIndex;
    }
    for (size_t i = source.begin; i < source.end; ++i) atoms.nearest_target[i] = kNoIndex;
    const size_t at = translation.find(words);
    if (at == std::string_view::npos || source.size() == 0) continue;
    const auto target = atoms_within(atoms.target, at, at + words.size());
    for (size_t i = 0; i < target.size(); ++i) {
      atoms.source_of[target.begin + i] = std::min(source.begin + i, source.end - 1);
    }
  }
}

}  // namespace regard::serve
