#include "markup/html_segment.h"

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "markup/html_events.h"
#include "markup/html_names.h"
#include "markup/text_atoms.h"

namespace regard::serve {
namespace {

/// Writes text like the source: characters that the source writes as references become references.
class TextWriter {
 public:
  TextWriter(const HtmlSegment& segment, std::string& html)
      : html_(html),
        plain_marks_(segment.plain_marks),
        references_(segment.references.begin(), segment.references.end()) {}

  void write(std::string_view text) { write(text, 0, text.size()); }

  /// Writes part of a text; escaping may depend on the text after it.
  void write(std::string_view text, size_t begin, size_t size) {
    for (const size_t end = begin + size; begin < end;) {
      const size_t length = std::max<size_t>(first_code_point(text.substr(begin)).length, 1);
      const auto found = references_.find(text.substr(begin, length));
      if (found != references_.end()) {
        html_ += found->second;
      } else {
        append_escaped(text, begin, length, plain_marks_, html_);
      }
      begin += length;
    }
  }

  /// Writes markup unchanged.
  void write_tag(std::string_view bytes) { html_ += bytes; }

 private:
  std::string& html_;
  std::string_view plain_marks_;
  std::map<std::string_view, std::string_view> references_;
};

/// Whether a mark is an element without content, such as `<em></em>`, attached to a word: it is
/// invisible, so the word needs no space next to it.
bool is_attached(const HtmlNode& node) {
  const auto& bytes = node.opening;
  const size_t end_tag = bytes.rfind("</");
  const bool is_empty = end_tag != std::string_view::npos && end_tag > 0 &&
                        bytes[end_tag - 1] == '>' && std::ranges::count(bytes, '<') == 2;
  const bool has_space_after = node.has_space_after || node.has_space_after_end;
  return is_empty && !(node.has_space_before && has_space_after);
}

/// The atom that follows a gap in the translation and may be a punctuation mark.
class ClosingMark {
 public:
  ClosingMark(std::string_view source, std::string_view bytes) : source_(source), bytes_(bytes) {}

  /// Whether a punctuation mark follows that does not follow `node` in the source.
  bool follows(const HtmlNode& node) const {
    constexpr std::string_view kMarks[] = {",", ".", ";", ":", "!", "?", ")", "]", "}", "…"};
    if (std::ranges::find(kMarks, bytes_) == std::end(kMarks)) return false;
    return !trimmed(source_.substr(node.end)).starts_with(bytes_);
  }

 private:
  std::string_view source_, bytes_;
};

/// Writes the content between two words: tags, and white space on one side of them.
class GapWriter {
 public:
  /// `space`: the white space in the translation. None is added at the ends of the segment, nor
  /// before `mark`, the punctuation mark that follows.
  GapWriter(TextWriter& html, std::string_view space, bool is_first, bool is_last, ClosingMark mark)
      : html_(html),
        space_(space),
        separates_(!space.empty()),
        is_first_(is_first),
        is_last_(is_last),
        mark_(mark) {}

  /// Drops plain spaces in a gap with a mark that holds white space: they would be a second space.
  void leave_out_plain_space() {
    while (space_.starts_with(' ')) space_.remove_prefix(1);
    while (space_.ends_with(' ')) space_.remove_suffix(1);
  }

  void add(const HtmlEvent& event) {
    const auto& node = *event.node;
    switch (event.kind) {
      case HtmlEvent::Kind::opens:
        if (!event.is_empty) write_space();
        html_.write_tag(node.opening);
        is_apart_ = is_apart_ || has_space_;
        has_space_ = false;
        return;
      case HtmlEvent::Kind::closes:
        html_.write_tag(node.closing);
        is_apart_ = has_space_ = false;
        return;
      case HtmlEvent::Kind::mark:
        return add_mark(node);
    }
  }

  void finish() { write_space(); }

 private:
  /// Writes the rest of the white space, or one space if the preceding mark has used all of it.
  void write_space() {
    if (owes_space_ && separates_ && space_.empty() && !has_space_) space_ = " ";
    html_.write(space_);
    has_space_ = has_space_ || !space_.empty();
    owes_space_ = owes_space_ && !has_space_;
    space_ = {};
  }

  /// Writes a plain space and the white space that precedes it in the translation. White space that
  /// follows it, such as a non-breaking space, is written after the mark, where another plain space
  /// would be one too many.
  void add_one_space() {
    const size_t plain = space_.find(' ');
    if (plain == std::string_view::npos && !space_.empty() && !has_plain_) return write_space();
    const size_t end = plain == std::string_view::npos ? 0 : plain;
    html_.write(space_.substr(0, end));
    html_.write_tag(" ");
    space_.remove_prefix(plain == std::string_view::npos ? 0 : plain + 1);
    has_space_ = has_plain_ = true;
  }

  void add_mark(const HtmlNode& node) {
    if (!separates_ && is_attached(node)) return html_.write_tag(node.opening);
    if (node.has_space_before && !is_first_) {
      if (!has_space_ && !is_apart_) add_one_space();
    } else if (node.hugs_next && !space_.empty() && !has_plain_) {
      add_one_space();
    }
    html_.write_tag(node.opening);
    is_apart_ = has_space_ = false;
    const bool hugs_mark = !separates_ && mark_.follows(node);
    if (node.has_space_after && !is_last_ && !hugs_mark) add_one_space();
    owes_space_ = node.has_space_after_end && !is_last_;
  }

  TextWriter& html_;
  std::string_view space_;
  bool separates_;  // the translation has white space here
  bool is_first_, is_last_;
  ClosingMark mark_;
  bool owes_space_ = false;  // white space must follow the last mark and its end tags
  bool has_space_ = false;   // `html_` ends with a space
  bool has_plain_ = false;   // a plain space was written in this gap
  bool is_apart_ = false;    // `html_` ends with start tags behind a space
};

/// The white space before a target atom, or after the last one. The translation has none at its
/// ends, so non-breaking spaces there come from the source.
std::string_view space_before(size_t place, std::string_view source, std::string_view target,
                              const AlignedAtoms& atoms) {
  if (place == 0) return atoms.source.empty() ? "" : source.substr(0, atoms.source.front().begin);
  const size_t begin = atoms.target[place - 1].end;
  if (place < atoms.target.size()) return target.substr(begin, atoms.target[place].begin - begin);
  return atoms.source.empty() ? "" : source.substr(atoms.source.back().end);
}

/// The text of an atom; empty at the end.
std::string_view text_of_atom(std::string_view text, const AlignedAtoms& atoms, size_t place) {
  if (place == atoms.target.size()) return {};
  const auto& atom = atoms.target[place];
  return text.substr(atom.begin, atom.end - atom.begin);
}

/// Whether one of the next events is a mark at this place that holds white space.
bool holds_space(std::span<const HtmlEvent> next, size_t place) {
  const auto end = std::ranges::find_if(next, [&](const auto& one) { return one.place != place; });
  return std::any_of(next.begin(), end, [](const auto& one) { return one.node->holds_space; });
}

}  // namespace

std::string translated_html(const HtmlSegment& segment, const TranslatedText& translation) {
  auto atoms = align_atoms(segment.text, translation, places_of_nodes(segment));
  align_words(segment, translation.text, atoms);
  const auto events = html_events(segment, atoms);
  const std::string_view text = translation.text;
  std::string html(segment.leading);
  html += segment.leading_space;
  TextWriter writer(segment, html);
  size_t next = 0;
  bool is_kept = false;  // inside an open kept element
  for (size_t place = 0; place <= atoms.target.size(); ++place) {
    const bool is_first = place == 0, is_last = place == atoms.target.size();
    const bool has_events = next < events.size() && events[next].place == place;
    const bool is_within = is_kept && !has_events;
    const auto space = is_within ? "" : space_before(place, segment.text, text, atoms);
    GapWriter gap(writer, space, is_first, is_last,
                  {segment.text, text_of_atom(text, atoms, place)});
    if (holds_space(std::span(events).subspan(next), place)) gap.leave_out_plain_space();
    for (; next < events.size() && events[next].place == place; ++next) {
      gap.add(events[next]);
      if (events[next].node->is_kept) is_kept = events[next].kind == HtmlEvent::Kind::opens;
    }
    gap.finish();
    if (is_last) break;
    if (is_kept) continue;
    const auto& atom = atoms.target[place];
    writer.write(text, atom.begin, atom.end - atom.begin);
  }
  html += segment.trailing_space;
  html += segment.trailing;
  return html;
}

}  // namespace regard::serve
