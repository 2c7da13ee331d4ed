#include "documents/markdown_widening.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/utf8.h"

namespace regard::documents {
namespace {

using serve::MarkdownMark;
using MarkKind = MarkdownMark::Kind;

/// A word, the white space between words, or a mark.
struct WideItem {
  static constexpr size_t kText = static_cast<size_t>(-1);

  std::string bytes;
  size_t mark = kText;

  bool is_space() const { return mark == kText && trimmed(bytes).empty(); }
  bool is_word() const { return mark == kText && !is_space(); }
};

class EmphasisWidener {
 public:
  EmphasisWidener(std::span<const TextPart> parts, std::span<const MarkdownMark> marks,
                  std::string_view text)
      : marks_(marks), text_(text) {
    for (const auto& part : parts) {
      if (part.kind != TextPart::Kind::text) {
        items_.push_back({.bytes = part.bytes, .mark = std::stoul(part.bytes)});
        continue;
      }
      for (std::string_view text = part.bytes; !text.empty();) {
        const bool is_space = kSpaces.find(text[0]) != std::string_view::npos;
        const size_t size = std::min(
            is_space ? text.find_first_not_of(kSpaces) : text.find_first_of(kSpaces), text.size());
        items_.push_back({.bytes = std::string(text.substr(0, size))});
        text.remove_prefix(size);
      }
    }
  }

  std::vector<TextPart> parts(std::span<const TextPart> before) {
    for (const bool fills : {true, true, false}) {
      for (size_t number = 0; number < marks_.size(); ++number) {
        const auto& mark = marks_[number];
        const bool opens = mark.is_emphasis && mark.kind == MarkKind::opens;
        if (opens && mark.partner != MarkdownMark::kNoPartner) change(number, mark.partner, fills);
      }
    }
    std::vector<TextPart> parts;
    for (size_t at = 0; at < items_.size(); ++at) {
      const auto& item = items_[at];
      if (at > 0 && would_be_one(at - 1)) parts.push_back({.bytes = " "});
      if (item.mark == WideItem::kText) {
        parts.push_back({.bytes = item.bytes});
      } else {
        parts.push_back(*std::ranges::find_if(before, [&](const TextPart& part) {
          return part.kind != TextPart::Kind::text && part.bytes == item.bytes;
        }));
      }
    }
    return parts;
  }

 private:
  static constexpr std::string_view kSpaces = " \t\r\n";

  size_t place_of(size_t mark) const {
    const auto found = std::ranges::find(items_, mark, &WideItem::mark);
    return static_cast<size_t>(found - items_.begin());
  }

  bool is(size_t at, MarkKind kind) const {
    const size_t mark = items_[at].mark;
    const bool is_alone =
        kind == MarkKind::alone || kind == MarkKind::word || kind == MarkKind::picture;
    return mark != WideItem::kText && marks_[mark].kind == kind &&
           (is_alone || marks_[mark].partner != MarkdownMark::kNoPartner);
  }

  /// Whether an item and the next one are marks that would merge, since they use the same
  /// character.
  bool would_be_one(size_t at) const {
    const size_t mark = items_[at].mark, next = items_[at + 1].mark;
    if (mark == WideItem::kText || next == WideItem::kText) return false;
    const bool are_apart =
        marks_[mark].kind != MarkKind::opens && marks_[next].kind != MarkKind::closes;
    return are_apart && text_[marks_[mark].place.end - 1] == text_[marks_[next].place.begin];
  }

  /// Whether emphasis can enclose the item: a word, or a mark without a partner.
  bool is_whole(size_t at) const {
    return items_[at].is_word() || is(at, MarkKind::alone) || is(at, MarkKind::word) ||
           is(at, MarkKind::picture);
  }

  /// Moves the item at `from` directly before the item at `to`, or directly after that item if
  /// `from` < `to`.
  void move(size_t from, size_t to) {
    const auto begin = items_.begin();
    const auto at = [&](size_t place) { return begin + static_cast<std::ptrdiff_t>(place); };
    if (from < to) {
      std::rotate(at(from), at(from + 1), at(to + 1));
    } else {
      std::rotate(at(to), at(from), at(from + 1));
    }
  }

  bool is_empty(size_t opens, size_t closes) const {
    for (size_t at = opens + 1; at < closes; ++at) {
      const size_t mark = items_[at].mark;
      const bool is_emphasis = mark != WideItem::kText && marks_[mark].is_emphasis;
      if (!items_[at].is_space() && !is_emphasis) return false;
    }
    return true;
  }

  void change(size_t opening, size_t closing, bool fills) {
    const size_t opens = place_of(opening), closes = place_of(closing);
    if (opens >= closes || closes >= items_.size()) return;
    if (!fills) {
      widen(opens, closes);
    } else if (is_empty(opens, closes) && !take_next(opens, closes)) {
      take_last(opens, closes);
    }
  }

  void widen(size_t opens, size_t closes) {
    for (; items_[opens + 1].is_space(); ++opens) move(opens, opens + 1);
    for (; items_[closes - 1].is_space() && closes > opens + 1; --closes) move(closes, closes - 1);
    while (opens > 0) {
      const size_t last = opens - 1;
      if (!is_whole(last) && !is(last, MarkKind::closes)) break;
      const size_t to = is_whole(last) ? last : place_of(marks_[items_[last].mark].partner);
      move(opens, to);
      opens = to;
    }
    while (closes + 1 < items_.size()) {
      const size_t next = closes + 1;
      if (!is_whole(next) && !is(next, MarkKind::opens)) break;
      const size_t to = is_whole(next) ? next : place_of(marks_[items_[next].mark].partner);
      move(closes, to);
      closes = to;
    }
  }

  /// Extends the emphasis over the next item; false if there is none.
  bool take_next(size_t opens, size_t closes) {
    size_t next = closes + 1;
    while (next < items_.size() && items_[next].is_space()) ++next;
    if (next == items_.size() || (!is_whole(next) && !is(next, MarkKind::opens))) return false;
    const auto begin = items_.begin();
    std::rotate(begin + static_cast<std::ptrdiff_t>(opens),
                begin + static_cast<std::ptrdiff_t>(closes + 1),
                begin + static_cast<std::ptrdiff_t>(next));
    const size_t to = is_whole(next) ? next : place_of(marks_[items_[next].mark].partner);
    move(next - 1, to);
    return true;
  }

  void take_last(size_t opens, size_t closes) {
    size_t behind = opens;  // end of the previous item, without white space
    while (behind > 0 && items_[behind - 1].is_space()) --behind;
    if (behind == 0) return;
    const size_t last = behind - 1;
    if (!is_whole(last) && !is(last, MarkKind::closes)) return;
    const auto begin = items_.begin();
    std::rotate(begin + static_cast<std::ptrdiff_t>(behind),
                begin + static_cast<std::ptrdiff_t>(opens),
                begin + static_cast<std::ptrdiff_t>(closes + 1));
    const size_t to = is_whole(last) ? last : place_of(marks_[items_[last].mark].partner);
    move(behind, to);
  }

  std::span<const MarkdownMark> marks_;
  std::string_view text_;  // the text that has the marks
  std::vector<WideItem> items_;
};

}  // namespace

std::vector<TextPart> with_wide_emphasis(std::span<const TextPart> parts,
                                         std::span<const MarkdownMark> marks,
                                         std::string_view text) {
  constexpr size_t kMost = 500;
  if (marks.size() > kMost) return {parts.begin(), parts.end()};
  return EmphasisWidener(parts, marks, text).parts(parts);
}

}  // namespace regard::documents
