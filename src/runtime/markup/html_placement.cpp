#include "markup/html_placement.h"

#include <span>

#include "markup/aligned_atoms.h"
#include "markup/html_entities.h"
#include "markup/html_events.h"

namespace regard::serve {
namespace {

/// Writes what stands between two words: tags, and white space at one side of them.
class GapWriter {
 public:
  /// `space` is what the translation has there. No space is added at its ends.
  GapWriter(std::string& html, std::string_view space, bool is_first, bool is_last)
      : html_(html), space_(space), is_first_(is_first), is_last_(is_last) {}

  void add(const HtmlEvent& event) {
    const auto& node = *event.node;
    switch (event.kind) {
      case HtmlEvent::Kind::opens:
        if (!event.is_empty) write_space();
        html_ += node.opening;
        has_space_ = false;
        return;
      case HtmlEvent::Kind::closes:
        html_ += node.closing;
        has_space_ = false;
        return;
      case HtmlEvent::Kind::mark:
        return add_mark(node);
    }
  }

  void finish() { write_space(); }

 private:
  void write_space() {
    html_ += space_;
    has_space_ = has_space_ || !space_.empty();
    space_ = {};
  }

  /// A plain space, with what precedes it in the translation. What follows it, such as a no-break
  /// space, is left for behind the mark: a plain space that follows that would be another one.
  void add_one_space() {
    const size_t plain = space_.find(' ');
    if (plain == std::string_view::npos && !space_.empty() && !has_plain_) return write_space();
    const size_t end = plain == std::string_view::npos ? 0 : plain;
    html_ += space_.substr(0, end);
    html_ += ' ';
    space_.remove_prefix(plain == std::string_view::npos ? 0 : plain + 1);
    has_space_ = has_plain_ = true;
  }

  void add_mark(const HtmlNode& node) {
    if (node.has_space_before && !is_first_) {
      if (!has_space_) add_one_space();
    } else if (node.hugs_next && !space_.empty() && !has_plain_) {
      add_one_space();
    }
    html_ += node.opening;
    has_space_ = false;
    if (node.has_space_after && !is_last_) add_one_space();
  }

  std::string& html_;
  std::string_view space_;
  bool is_first_, is_last_;
  bool has_space_ = false;  // `html_` ends with one
  bool has_plain_ = false;  // one has been written here
};

/// The markup before each target atom, and after the last one. At its ends the
/// translation has no white space, so no-break spaces there are the source's.
std::string_view space_before(size_t place, std::string_view source, std::string_view target,
                              const AlignedAtoms& atoms) {
  if (place == 0) return atoms.source.empty() ? "" : source.substr(0, atoms.source.front().begin);
  const size_t begin = atoms.target[place - 1].end;
  if (place < atoms.target.size()) return target.substr(begin, atoms.target[place].begin - begin);
  return atoms.source.empty() ? "" : source.substr(atoms.source.back().end);
}

}  // namespace

std::string translated_html(const HtmlSegment& segment, const TranslatedText& translation) {
  const auto atoms = align_atoms(segment.text, translation, places_of_nodes(segment));
  const auto events = html_events(segment, atoms);
  const std::string_view text = translation.text;
  std::string html(segment.leading);
  html += segment.leading_space;
  size_t next = 0;
  bool is_kept = false;  // the element that is open
  for (size_t place = 0; place <= atoms.target.size(); ++place) {
    const bool is_first = place == 0, is_last = place == atoms.target.size();
    const bool has_events = next < events.size() && events[next].place == place;
    const bool is_within = is_kept && !has_events;
    const auto space = is_within ? "" : space_before(place, segment.text, text, atoms);
    GapWriter gap(html, space, is_first, is_last);
    for (; next < events.size() && events[next].place == place; ++next) {
      gap.add(events[next]);
      if (events[next].node->is_kept) is_kept = events[next].kind == HtmlEvent::Kind::opens;
    }
    gap.finish();
    if (is_last) break;
    if (is_kept) continue;
    const auto& atom = atoms.target[place];
    append_escaped(text, atom.begin, atom.end - atom.begin, segment.plain_marks, html);
  }
  html += segment.trailing_space;
  html += segment.trailing;
  return html;
}

}  // namespace regard::serve
