#include "markup/html_segment.h"

#include <algorithm>

#include "base/utf8.h"
#include "markup/html_names.h"
#include "markup/html_scanner.h"
#include "text/characters.h"

namespace regard::serve {
namespace {

bool is_sup(std::string_view tag) {
  return tag.size() > 4 && lower_ascii(tag.substr(0, 4)) == "<sup" && !is_ascii_letter(tag[4]);
}

/// The kinds of characters in a text.
struct Contents {
  bool has_letter = false, has_digit = false, has_bracket = false;

  void add(const Contents& other) {
    has_letter |= other.has_letter;
    has_digit |= other.has_digit;
    has_bracket |= other.has_bracket;
  }
};

Contents contents_of(std::string_view text) {
  Contents contents;
  while (!text.empty()) {
    const auto reference = character_reference(text);
    const auto point = first_code_point(text);
    const char32_t character = reference.length > 0 ? reference.character : point.value;
    text.remove_prefix(std::max<size_t>({reference.length, point.length, 1}));
    if (reference.length == 0 && point.length == 0) continue;
    contents.has_letter |= text::is_letter(character);
    contents.has_digit |= text::is_of_word(character) && !text::is_letter(character);
    contents.has_bracket |= character == U'[';
    if (contents.has_letter) break;
  }
  return contents;
}

class PartMaker {
 public:
  PartMaker(std::span<const HtmlItem> items, size_t begin, size_t end)
      : items_(items), begin_(begin), end_(end) {}

  std::vector<HtmlPart> parts() {
    for (size_t at = begin_; at < end_; ++at) add(items_[at]);
    return std::move(parts_);
  }

 private:
  static constexpr size_t kDeepest = 32;  // maximum nesting of elements whose tags are placed

  struct Open {
    size_t part;
    bool is_sup = false;
    Contents contents = {};
    bool has_stray = false;
  };

  bool is_here(size_t item) const { return item >= begin_ && item < end_; }

  void add(const HtmlItem& item) {
    using Role = HtmlItem::Role;
    using Kind = HtmlPart::Kind;
    const bool is_tag = item.role == Role::opens || item.role == Role::closes;
    if (is_tag && !is_here(item.partner)) return add_stray(item);
    if (item.role == Role::opens) {
      open_.push_back({.part = parts_.size(), .is_sup = is_sup(item.bytes)});
    }
    const auto kind = item.role == Role::text      ? Kind::text
                      : item.role == Role::opens   ? Kind::opens
                      : item.role == Role::mark    ? Kind::mark
                      : item.role == Role::kept    ? Kind::kept
                      : item.role == Role::word    ? Kind::word
                      : item.role == Role::picture ? Kind::picture
                      : item.role == Role::note    ? Kind::note
                                                   : Kind::closes;
    parts_.push_back({.kind = kind, .bytes = item.bytes, .holds_space = item.holds_space});
    if (kind == Kind::text && !open_.empty()) open_.back().contents.add(contents_of(item.bytes));
    if (kind == Kind::kept) {
      parts_.back().words = html_kept_words(item.bytes);
      if (!open_.empty()) open_.back().contents.has_letter = true;
    }
    if (kind == Kind::closes) close();
  }

  void add_stray(const HtmlItem& item) {
    parts_.push_back({.kind = HtmlPart::Kind::note,
                      .bytes = item.bytes,
                      .hugs_next = item.role == HtmlItem::Role::opens});
    if (!open_.empty()) open_.back().has_stray = true;
  }

  static bool is_without_words(const Open& element) {
    const auto& contents = element.contents;
    if (contents.has_letter) return false;
    return !contents.has_digit || contents.has_bracket || element.is_sup;
  }

  void close() {
    auto element = open_.back();
    if (element.has_stray || open_.size() > kDeepest) {
      parts_[element.part].kind = HtmlPart::Kind::note;
      parts_.back().kind = HtmlPart::Kind::note;
      parts_.back().hugs_next = false;
      element.has_stray = true;
    } else if (is_without_words(element)) {
      make_mark(element.part);
    }
    open_.pop_back();
    if (open_.empty()) return;
    open_.back().contents.add(element.contents);
    open_.back().has_stray |= element.has_stray;
  }

  /// Merges all parts from `first` into one mark.
  void make_mark(size_t first) {
    auto& mark = parts_[first];
    mark.kind = HtmlPart::Kind::mark;
    for (size_t i = first + 1; i < parts_.size(); ++i) {
      const auto& part = parts_[i];
      if (part.kind == HtmlPart::Kind::word) mark.kind = part.kind;
      const bool is_mark = mark.kind == HtmlPart::Kind::mark;
      if (is_mark && part.kind == HtmlPart::Kind::picture) mark.kind = part.kind;
      mark.holds_space |=
          part.holds_space || (part.kind == HtmlPart::Kind::text && is_html_blank(part.bytes));
    }
    const auto& last = parts_.back().bytes;
    mark.bytes = {mark.bytes.data(),
                  static_cast<size_t>(last.data() + last.size() - mark.bytes.data())};
    parts_.resize(first + 1);
  }

  std::span<const HtmlItem> items_;
  size_t begin_, end_;
  std::vector<HtmlPart> parts_;
  std::vector<Open> open_;
};

}  // namespace

bool has_html_letter(std::string_view text) { return contents_of(text).has_letter; }

bool is_html_blank(std::string_view text) { return std::ranges::all_of(text, is_html_space); }

std::vector<HtmlPart> html_parts(std::span<const HtmlItem> items, size_t begin, size_t end) {
  return PartMaker(items, begin, end).parts();
}

namespace {

bool is_of_kept_words(char32_t c) {
  return text::is_letter(c) || c == U' ' || c == U'-' || c == U'\'' || c == U'\u2019';
}

}  // namespace

std::string html_kept_words(std::string_view element) {
  constexpr int64_t kMostWords = 4;
  std::string words;
  HtmlScanner scanner(element);
  while (const auto token = scanner.next()) {
    if (token->kind == HtmlToken::Kind::text) words += token->bytes;
    if (is_block_element(token->name)) return {};
  }
  const bool is_spaced = words != trimmed(words);
  if (is_spaced || words.empty() || words_in(words) > kMostWords) return {};
  constexpr size_t kMostDigits = 9;
  const bool is_number =
      words.size() <= kMostDigits && std::ranges::all_of(words, is_ascii_digit) && words != "1";
  const bool are_words = std::ranges::all_of(decode_utf8(words), is_of_kept_words);
  return is_number || are_words ? words : std::string();
}

}  // namespace regard::serve
