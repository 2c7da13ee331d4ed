#include "markup/html_segment.h"

#include <algorithm>

#include "base/utf8.h"
#include "markup/html_names.h"
#include "markup/html_scanner.h"

namespace regard::serve {
namespace {

constexpr size_t kNoNode = static_cast<size_t>(-1);

/// Whether a part stays in place if it is at an end of a segment: a mark or white space.
bool is_fixed_at_ends(const HtmlPart& part) {
  using Kind = HtmlPart::Kind;
  return part.kind == Kind::mark || part.kind == Kind::note ||
         (part.kind == Kind::text && is_html_blank(part.bytes));
}

std::string_view bytes_of(std::span<const HtmlPart> parts) {
  if (parts.empty()) return {};
  const char* begin = parts.front().bytes.data();
  const auto& last = parts.back().bytes;
  return {begin, static_cast<size_t>(last.data() + last.size() - begin)};
}

/// Reads parts in order, building the text and recording the positions of nodes in it.
class SegmentMaker {
 public:
  SegmentMaker() { segment_.nodes.push_back({}); }

  void add(const HtmlPart& part) {
    switch (part.kind) {
      case HtmlPart::Kind::text:
        return add_text(part.bytes);
      case HtmlPart::Kind::opens:
        return open(part.bytes);
      case HtmlPart::Kind::closes:
        return close(part.bytes);
      case HtmlPart::Kind::kept:
        return add_kept(part);
      case HtmlPart::Kind::mark:
      case HtmlPart::Kind::word:
      case HtmlPart::Kind::picture:
      case HtmlPart::Kind::note:
        return add_mark(part);
    }
  }

  HtmlSegment segment() {
    segment_.trailing_space = last_mark_ == kNoNode ? space_ : space_after_mark_;
    const auto is_plain = [&](const auto& mark) { return plain_.find(mark) != std::string::npos; };
    for (const char mark : {'<', '>', '&'}) {
      if (is_plain(mark) && referred_.find(mark) == std::string::npos) segment_.plain_marks += mark;
    }
    std::erase_if(segment_.references,
                  [&](const auto& reference) { return is_plain(reference.first); });
    segment_.nodes[0].end = segment_.text.size();
    for (auto& node : segment_.nodes) {
      if (!node.is_kept) continue;
      node.has_space_before = node.begin > 0 && segment_.text[node.begin - 1] == ' ';
      node.has_space_after = node.end < segment_.text.size() && segment_.text[node.end] == ' ';
    }
    return std::move(segment_);
  }

 private:
  void add_text(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto reference = character_reference(bytes);
      if (reference.length == 0) {
        const size_t size = std::max<size_t>(first_code_point(bytes).length, 1);
        plain_ += bytes.substr(0, size);
        add_character(bytes.substr(0, size));
        bytes.remove_prefix(size);
        continue;
      }
      const auto written = bytes.substr(0, reference.length);
      bytes.remove_prefix(reference.length);
      if (reference.character == 0) {
        add_mark({.kind = HtmlPart::Kind::mark, .bytes = written});
      } else {
        std::string character;
        append_utf8(reference.character, character);
        referred_ += character;
        add_character(character);
        if (written.ends_with(';')) segment_.references.emplace_back(std::move(character), written);
      }
    }
  }

  /// Adds a UTF-8 character, or part of one.
  void add_character(std::string_view character) {
    if (is_left_out(character)) return;
    if (is_html_space(character[0])) {
      space_ += character;
      is_after_space_ = true;
      is_opened_ = false;
      if (last_mark_ == kNoNode) return;
      space_after_mark_ += character;
      auto& mark = segment_.nodes[last_mark_];
      if (mark.kind != HtmlNode::Kind::mark) return;
      (is_closed_ ? mark.has_space_after_end : mark.has_space_after) = true;
      return;
    }
    if (!space_.empty() && !segment_.text.empty()) segment_.text += ' ';
    if (segment_.text.empty() && last_mark_ == kNoNode) segment_.leading_space = space_;
    space_.clear();
    is_after_space_ = is_after_held_space_ = is_opened_ = false;
    last_mark_ = kNoNode;
    for (const size_t node : not_begun_) segment_.nodes[node].begin = segment_.text.size();
    not_begun_.clear();
    segment_.text += character;
  }

  void add_node(HtmlNode node) {
    segment_.nodes[open_.empty() ? 0 : open_.back()].children.push_back(segment_.nodes.size());
    node.begin = node.end = segment_.text.size();
    segment_.nodes.push_back(std::move(node));
  }

  void open(std::string_view tag) {
    add_node({.kind = HtmlNode::Kind::element, .opening = tag});
    open_.push_back(segment_.nodes.size() - 1);
    not_begun_.push_back(open_.back());
    is_opened_ = true;
  }

  void close(std::string_view tag) {
    auto& node = segment_.nodes[open_.back()];
    node.closing = tag;
    node.end = segment_.text.size();
    if (!not_begun_.empty() && not_begun_.back() == open_.back()) not_begun_.pop_back();
    open_.pop_back();
    is_closed_ = true;
  }

  void add_kept(const HtmlPart& part) {
    const bool hugs_next = is_placeholder(part.words) && (is_after_space_ || segment_.text.empty());
    open(part.bytes);
    segment_.nodes.back().is_kept = true;
    segment_.nodes.back().hugs_next = hugs_next;
    add_text(part.words);
    close({});
  }

  void add_mark(const HtmlPart& part) {
    HtmlNode node = {.kind = HtmlNode::Kind::mark, .opening = part.bytes};
    if (part.kind == HtmlPart::Kind::note) node.kind = HtmlNode::Kind::note;
    node.has_space_before = is_after_space_ && !is_opened_ && node.kind == HtmlNode::Kind::mark;
    node.hugs_next =
        part.hugs_next && (is_after_space_ || is_after_held_space_ || segment_.text.empty());
    node.holds_space = part.holds_space;
    add_node(std::move(node));
    is_after_space_ = is_opened_ = is_closed_ = false;
    is_after_held_space_ = part.holds_space;
    last_mark_ = segment_.nodes.size() - 1;
    space_after_mark_.clear();
    if (part.holds_space) space_ += ' ';
  }

  HtmlSegment segment_;
  std::vector<size_t> open_;          // indexes of open elements
  std::vector<size_t> not_begun_;     // open elements that have no text yet
  std::string space_;                 // white space since the last character
  std::string space_after_mark_;      // white space since the last mark
  std::string plain_, referred_;      // characters seen literally, and as references
  bool is_after_space_ = false;       // white space followed the last character or mark
  bool is_after_held_space_ = false;  // the last mark since the last character holds white space
  bool is_opened_ = false;            // an element was opened since the last white space
  bool is_closed_ = false;            // an element was closed since the last mark
  size_t last_mark_ = kNoNode;        // the last mark since the last character
};

}  // namespace

bool is_left_out(std::string_view character) {
  const char32_t c = first_code_point(character).value;
  return character[0] == '\0' || c == 0xAD || c == 0x200B || c == 0x200C || c == 0x200E ||
         c == 0x200F || c == 0xFEFF || (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x2069);
}

std::optional<HtmlSegment> html_segment(std::span<const HtmlItem> items, size_t begin, size_t end) {
  auto parts = html_parts(items, begin, end);
  read_words(parts);
  const auto first = std::ranges::find_if_not(parts, is_fixed_at_ends);
  if (first == parts.end()) return {};
  auto last = parts.end();
  while (is_fixed_at_ends(*(last - 1))) --last;
  SegmentMaker maker;
  for (auto part = first; part != last; ++part) maker.add(*part);
  const auto is_said = [](const HtmlPart& part) {
    return part.kind == HtmlPart::Kind::text && has_html_letter(part.bytes);
  };
  if (std::none_of(first, last, is_said)) return {};
  auto segment = maker.segment();
  segment.leading = bytes_of({parts.begin(), first});
  segment.trailing = bytes_of({last, parts.end()});
  return segment;
}

}  // namespace regard::serve
