// Marks that the model reads as words. Without them, "Run `ls` to see the files." is read as "Run
// to see the files.", and the word before the mark loses its object.
#include <algorithm>
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
    const auto size = std::max<size_t>({reference.length, first_code_point(bytes).length, 1});
    std::string character;
    if (reference.character != 0) append_utf8(reference.character, character);
    if (character.empty()) character = bytes.substr(0, size);
    if (!is_left_out(character)) text += character;
    bytes.remove_prefix(size);
  }
  return text;
}

constexpr std::string_view kMark = "\uFFFC";  // in place of a mark

bool is_one_of(char32_t c, std::u32string_view characters) {
  return characters.find(c) != std::u32string_view::npos;
}

bool is_dash(char32_t c) { return is_one_of(c, U"\u2013\u2014"); }

/// Whether a text ends where a word may begin: with white space, a dash or an elision, and then
/// opening brackets and quotation marks.
bool ends_before_word(std::string_view text) {
  while (!text.empty() && is_one_of(last_code_point(text), U"\"'([{\u201C\u2018\u00AB\u201E")) {
    const char32_t last = last_code_point(text);
    text.remove_suffix(last_character_size(text));
    const bool is_elision =
        last == U'\'' && !text.empty() && text::is_letter(last_code_point(text));
    if (is_elision) return true;
  }
  if (text.empty() || text::is_blank(last_code_point(text)) || is_dash(last_code_point(text))) {
    return true;
  }
  const std::string_view elided = text.ends_with("\u2019") ? text.substr(0, text.size() - 3) : "";
  return !elided.empty() && text::is_letter(last_code_point(elided));
}

/// The size of the section of a manual at the beginning of a text: (1).
size_t section_size(std::string_view text) {
  if (text.size() < 3 || text[0] != '(' || !is_ascii_digit(text[1])) return 0;
  const size_t end = text.find(')');
  return end != std::string_view::npos && end <= 4 ? end + 1 : 0;
}

/// Whether a text begins where a word may end: with closing brackets, quotation marks and
/// punctuation marks, and then white space or a dash.
bool begins_behind_word(std::string_view text) {
  text.remove_prefix(section_size(text));
  while (!text.empty() &&
         is_one_of(first_code_point(text).value, U"\"')]}\u201D\u2019\u00BB.,;:!?\u2026%")) {
    text.remove_prefix(first_code_point(text).length);
  }
  const char32_t first = first_code_point(text).value;
  return text.empty() || text::is_blank(first) || is_dash(first);
}

/// Whether a text that begins with this character is the rest of a sentence.
bool goes_on(char32_t first) {
  return is_one_of(first, U",;.)") || (text::is_letter(first) && text::lower(first) == first);
}

/// Whether a text has at least two words.
bool has_two_words(std::string_view text) {
  int words = 0;
  bool is_in_word = false;
  for (const char32_t c : decode_utf8(text)) {
    const bool is_letter = text::is_letter(c) || (is_in_word && is_one_of(c, U"'\u2019"));
    words += is_letter && !is_in_word ? 1 : 0;
    is_in_word = is_letter;
  }
  return words > 1;
}

/// The characters around a part that are neither white space nor marks; 0 if there are none.
struct Neighbors {
  char32_t before = 0, after = 0;
};

class WordReader {
 public:
  explicit WordReader(std::vector<HtmlPart>& parts) : parts_(parts) {
    for (const auto& part : parts) {
      begins_.push_back(text_.size());
      if (part.kind == Kind::text) text_ += displayed(part.bytes);
      if (part.kind == Kind::kept) text_ += part.words;
      if (is_candidate(part)) text_ += kMark;
      if (part.kind == Kind::mark && part.holds_space) text_ += ' ';
    }
    note_placeholders();
    note_neighbors();
  }

  void read() {
    std::vector<size_t> words;
    const bool is_sentence = has_two_words(text_);
    for (size_t at = 0; is_sentence && at < parts_.size(); ++at) {
      if (is_candidate(parts_[at]) && is_word(at)) words.push_back(at);
    }
    for (auto& part : parts_) {
      if (is_candidate(part)) part.kind = Kind::mark;
    }
    for (const size_t at : words) {
      parts_[at].kind = Kind::kept;
      parts_[at].words = next_placeholder();
    }
  }

 private:
  static bool is_candidate(const HtmlPart& part) {
    return part.kind == Kind::word || part.kind == Kind::picture;
  }

  void note_placeholders() {
    const std::string_view text = text_;
    for (size_t at = 0; (at = text.find('{', at)) != std::string_view::npos; ++at) {
      const size_t end = text.find_first_not_of("0123456789", at + 1);
      if (end == std::string_view::npos || text[end] != '}') continue;
      taken_.insert(std::string(text.substr(at, end + 1 - at)));
    }
  }

  /// Finds the characters around each part that are neither white space nor marks.
  void note_neighbors() {
    neighbors_.resize(parts_.size());
    char32_t last = 0;
    size_t begun = 0, followed = 0;  // parts that begin before, and that have a character behind
    const std::string_view text = text_;
    for (size_t at = 0; at < text.size();) {
      for (; begun < parts_.size() && begins_[begun] <= at; ++begun)
        neighbors_[begun].before = last;
      const auto [value, length] = first_code_point(text.substr(at));
      const bool is_mark = text.substr(at).starts_with(kMark);
      at += std::max<size_t>(length, 1);
      if (is_mark || text::is_blank(value)) continue;
      for (; followed < begun; ++followed) neighbors_[followed].after = value;
      last = value;
    }
    for (; begun < parts_.size(); ++begun) neighbors_[begun].before = last;
  }

  bool is_word(size_t at) const {
    const auto before = std::string_view(text_).substr(0, begins_[at]);
    const auto after = std::string_view(text_).substr(begins_[at] + kMark.size());
    if (!ends_before_word(before) || !begins_behind_word(after)) return false;
    const auto said = neighbors_[at];
    const bool begins = said.before == 0 || is_one_of(said.before, U".!?\u2026");
    if (parts_[at].kind == Kind::word) return !begins || goes_on(said.after);
    return !begins && !is_one_of(said.before, U",:") && goes_on(said.after);
  }

  std::string next_placeholder() {
    auto placeholder = str('{', number_++, '}');
    while (taken_.contains(placeholder)) placeholder = str('{', number_++, '}');
    return placeholder;
  }

  std::vector<HtmlPart>& parts_;
  std::string text_;            // the displayed text, with kMark in place of candidates
  std::vector<size_t> begins_;  // where each part begins in it
  std::vector<Neighbors> neighbors_;
  std::set<std::string> taken_;  // placeholders in the text
  int number_ = 0;
};

}  // namespace

void read_words(std::vector<HtmlPart>& parts) {
  const auto is_candidate = [](const HtmlPart& part) {
    return part.kind == Kind::word || part.kind == Kind::picture;
  };
  if (std::ranges::any_of(parts, is_candidate)) WordReader(parts).read();
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
