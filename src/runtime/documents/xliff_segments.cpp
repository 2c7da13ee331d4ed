#include "documents/xliff_segments.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "bitext/xliff_states.h"
#include "bitext/xml_elements.h"
#include "documents/xml_parts.h"

namespace regard::documents {
namespace {

using Xml = serve::XmlToken::Kind;

bool is_segment(std::string_view tag) { return bitext::attribute_of(tag, "mtype") == "seg"; }

/// A segment of a source or a target.
struct Segment {
  std::string number;
  Place content;
  std::string before = {}, behind = {};  ///< tags to write for <mrk/>, which is replaced entirely
};

/// The segments of the content at a place.
std::vector<Segment> segments_at(std::string_view file, Place place) {
  std::vector<Segment> segments;
  std::vector<std::optional<size_t>> open;  // the segment, if any, of each open element
  const auto content = file.substr(place.begin, place.end - place.begin);
  serve::XmlScanner scanner(content, serve::Entities::any);
  while (const auto token = scanner.next()) {
    const auto begin = static_cast<size_t>(token->bytes.data() - file.data());
    const size_t end = begin + token->bytes.size();
    const bool is_tag = token->kind == Xml::start_tag || token->kind == Xml::empty_tag;
    const bool begins = is_tag && local_name(token->name) == "mrk" && is_segment(token->bytes);
    if (begins) {
      auto& segment = segments.emplace_back(
          Segment{std::string(bitext::attribute_of(token->bytes, "mid")), {end, end}});
      if (token->kind == Xml::empty_tag) {
        segment.content = {begin, end};
        segment.before = std::string(token->bytes.substr(0, token->bytes.rfind('/'))) + '>';
        segment.behind = "</" + std::string(token->name) + '>';
      }
    }
    if (token->kind == Xml::start_tag) {
      open.push_back(begins ? std::optional(segments.size() - 1) : std::nullopt);
    }
    if (token->kind != Xml::end_tag || open.empty()) continue;
    if (open.back()) segments[*open.back()].content.end = begin;
    open.pop_back();
  }
  return segments;
}

}  // namespace

bool has_segments(std::string_view content) {
  return !segments_at(content, {0, content.size()}).empty();
}

void end_texts_at_segments(std::vector<TextPart>& parts) {
  for (auto& part : parts) {
    if (part.kind != TextPart::Kind::opens || !is_segment(part.bytes)) continue;
    if (part.partner == TextPart::kNoPartner) continue;
    auto& closes = parts[part.partner];
    part.kind = closes.kind = TextPart::Kind::ends;
    part.partner = closes.partner = TextPart::kNoPartner;
  }
}

std::vector<Field> fields_of_empty_segments(std::string_view file, Place source, Place target) {
  std::map<std::string, Place> sources;
  for (const auto& segment : segments_at(file, source)) {
    sources.emplace(segment.number, segment.content);
  }
  std::vector<Field> fields;
  for (const auto& segment : segments_at(file, target)) {
    const bool is_empty = !segment.before.empty() || segment.content.begin == segment.content.end;
    const auto found = sources.find(segment.number);
    if (!is_empty || found == sources.end()) continue;
    const auto text = file.substr(found->second.begin, found->second.end - found->second.begin);
    auto field = field_at(segment.content, CodedText(xml_parts(text, bitext::kXliffCodes)),
                          [before = segment.before, behind = segment.behind](auto written) {
                            return before + written_xml(written) + behind;
                          });
    field.is_beside = true;
    fields.push_back(std::move(field));
  }
  return fields;
}

}  // namespace regard::documents
