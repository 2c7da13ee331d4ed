#include "documents/markdown_paragraph.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "documents/markdown_widening.h"
#include "markup/html_names.h"
#include "regard/base/str.h"
#include "text/characters.h"

namespace regard::documents {
namespace {

using Kind = TextPart::Kind;
using serve::MarkdownMark;
using serve::PlaceRange;

Kind kind_of(const MarkdownMark& mark) {
  switch (mark.kind) {
    case MarkdownMark::Kind::opens:
      return Kind::opens;
    case MarkdownMark::Kind::closes:
      return Kind::closes;
    case MarkdownMark::Kind::alone:
      return Kind::empty;
    case MarkdownMark::Kind::word:
      return Kind::word;
    case MarkdownMark::Kind::picture:
      return Kind::picture;
    case MarkdownMark::Kind::ends:
      break;
  }
  return Kind::ends;
}

/// Whether the character at `at` is a backslash that makes the next character literal.
bool is_escape(std::string_view text, size_t at) {
  return text[at] == '\\' && at + 1 < text.size() && text::is_among(text[at + 1], serve::kEscaped);
}

/// The text inside a mark without its escapes, on one line.
std::string unescaped(std::string_view text) {
  std::string said;
  for (size_t at = 0; at < text.size(); ++at) {
    const size_t word = text.find_first_not_of(kBlanks, at);
    if (text.substr(at, word - at).find('\n') != std::string_view::npos) {
      said += ' ';
      at = std::min(word, text.size());
    }
    if (at < text.size() && is_escape(text, at)) ++at;
    said += text.substr(at, 1);
  }
  return said;
}

/// Escapes a text inside a mark that ends with `end`.
std::string escaped_before(std::string_view text, char end) {
  std::string written;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool is_bracket = (end == ']' || end == ')') && text::is_among(c, "[]()");
    const bool would_escape = is_escape(text, at) || (c == '\\' && at + 1 == text.size());
    if (c == end || is_bracket || would_escape) written += '\\';
    written += c;
  }
  return written;
}

/// Whether one of the texts has a translation that differs from it.
bool has_changes(std::span<const Unit> units, std::span<const TranslatedText> translations) {
  for (size_t unit = 0; unit < translations.size(); ++unit) {
    const auto& text = translations[unit].text;
    if (!text.empty() && text != units[unit].text) return true;
  }
  return false;
}

/// The marks of a text as a Markdown reader sees them, in canonical order.
std::vector<std::string> signature_of(const std::vector<MarkdownMark>& marks,
                                      std::string_view text) {
  std::vector<std::string> signature;
  for (const auto& mark : marks) {
    auto bytes = std::string(text.substr(mark.place.begin, mark.place.size()));
    const bool is_break = bytes.find('\n') != std::string::npos;
    if (mark.kind == MarkdownMark::Kind::ends && is_break) continue;
    const bool changes = !mark.texts.empty() || bytes[0] == ']';
    signature.push_back(str(static_cast<int>(mark.kind),
                            mark.partner == MarkdownMark::kNoPartner ? '-' : '+',
                            changes ? bytes.substr(0, 1) : bytes));
  }
  std::ranges::sort(signature);
  return signature;
}

}  // namespace

MarkdownParagraph::MarkdownParagraph(std::string bytes, serve::MarkdownParagraph form)
    : bytes_(std::move(bytes)),
      form_(std::move(form)),
      marks_(marks_in(bytes_, form_.breaks)),
      text_(parts()) {
  for (size_t number = 0; number < marks_.size(); ++number) {
    for (const auto place : marks_[number].texts) {
      auto& inner =
          inner_.emplace_back(Inner{number, place, CodedText(unescaped(read(bytes_of(place))))});
      units_.insert(units_.end(), inner.text.units().begin(), inner.text.units().end());
    }
  }
  units_.insert(units_.end(), text_.units().begin(), text_.units().end());
}

std::vector<MarkdownMark> MarkdownParagraph::marks_in(std::string_view text,
                                                      const std::vector<PlaceRange>& breaks) const {
  return serve::markdown_marks({.text = text,
                                .breaks = breaks,
                                .is_row = form_.is_row,
                                .labels = form_.labels,
                                .is_mdx = form_.is_mdx});
}

std::optional<std::string> MarkdownParagraph::with(
    std::span<const TranslatedText> translations) const {
  const auto marks = bytes_of_marks(translations);
  auto parts = text_.with(translations);
  for (const bool is_wide : {false, true}) {
    if (is_wide) parts = with_wide_emphasis(parts, marks_, bytes_);
    auto written = written_with(parts, marks);
    if (has_its_marks(written)) return std::move(written.text);
  }
  return std::nullopt;
}

/// The parts of the paragraph: text, and codes that are the indexes of marks.
std::vector<TextPart> MarkdownParagraph::parts() {
  std::vector<TextPart> parts;
  std::vector<size_t> part_of;
  const auto add_text = [&](size_t begin, size_t end) {
    if (begin < end) parts.push_back({.bytes = read(bytes_.substr(begin, end - begin))});
  };
  size_t at = 0;
  for (size_t number = 0; number < marks_.size(); ++number) {
    const auto& mark = marks_[number];
    add_text(at, mark.place.begin);
    part_of.push_back(parts.size());
    parts.push_back({.kind = kind_of(mark), .bytes = std::to_string(number)});
    at = mark.place.end;
  }
  add_text(at, bytes_.size());
  for (size_t number = 0; number < marks_.size(); ++number) {
    const size_t partner = marks_[number].partner;
    if (partner != MarkdownMark::kNoPartner) parts[part_of[number]].partner = part_of[partner];
  }
  return parts;
}

/// Text with character references decoded.
std::string MarkdownParagraph::read(std::string_view text) {
  std::string said;
  while (!text.empty()) {
    const auto reference = serve::character_reference(text);
    const bool is_whole = reference.character != 0 && text[reference.length - 1] == ';';
    const size_t size = is_whole ? reference.length : std::min(text.find('&', 1), text.size());
    if (is_whole) {
      std::string character;
      append_utf8(reference.character, character);
      references_.emplace(character, text.substr(0, size));
      said += character;
    } else {
      said += text.substr(0, size);
    }
    text.remove_prefix(size);
  }
  return said;
}

/// The text, with references for the characters that the original writes as references.
std::string MarkdownParagraph::written_text(std::string_view text) const {
  if (references_.empty()) return std::string(text);
  std::string written;
  while (!text.empty()) {
    const size_t size = std::max<size_t>(first_code_point(text).length, 1);
    const auto found = references_.find(text.substr(0, size));
    written += found == references_.end() ? text.substr(0, size) : found->second;
    text.remove_prefix(size);
  }
  return written;
}

/// The bytes of each mark, with its texts translated. Removes the translations of these texts from
/// the front of `translations`.
std::vector<std::string> MarkdownParagraph::bytes_of_marks(
    std::span<const TranslatedText>& translations) const {
  std::vector<std::string> bytes;
  for (const auto& mark : marks_) {
    bytes.push_back(mark.written.empty() ? bytes_of(mark.place) : mark.written);
  }
  std::vector<size_t> grown(marks_.size(), 0);  // number of bytes by which each mark has grown
  for (const auto& [mark, place, text] : inner_) {
    const size_t count = std::min(text.units().size(), translations.size());
    const auto own = translations.first(count);
    const auto written =
        has_changes(text.units(), own)
            ? escaped_before(written_text(text_of(text.with(own))), bytes_[place.end])
            : bytes_of(place);
    const size_t begin = place.begin - marks_[mark].place.begin + grown[mark];
    bytes[mark].replace(begin, place.size(), written);
    grown[mark] += written.size() - place.size();
    translations = translations.subspan(count);
  }
  return bytes;
}

const MarkdownMark* MarkdownParagraph::mark_of(const TextPart& part) const {
  return part.kind == Kind::text ? nullptr : &marks_[std::stoul(part.bytes)];
}

MarkdownParagraph::Written MarkdownParagraph::written_with(
    std::span<const TextPart> parts, std::span<const std::string> marks) const {
  Written written;
  for (const auto& part : parts) {
    const auto* mark = mark_of(part);
    if (mark == nullptr) {
      written.text += written_text(part.bytes);
      continue;
    }
    const auto& bytes = marks[static_cast<size_t>(mark - marks_.data())];
    const size_t begin = written.text.size();
    written.text += bytes;
    const bool is_break = part.kind == Kind::ends && bytes.find('\n') != std::string::npos;
    if (is_break) written.breaks.push_back({begin, written.text.size()});
  }
  return written;
}

/// Whether Markdown recognizes the marks of the paragraph in `written`.
bool MarkdownParagraph::has_its_marks(const Written& written) const {
  const auto found = marks_in(written.text, written.breaks);
  return signature_of(found, written.text) == signature_of(marks_, bytes_);
}

}  // namespace regard::documents
