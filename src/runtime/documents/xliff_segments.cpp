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
  Place all;                             ///< place of the segment, including its tags
  std::string before = {}, behind = {};  ///< tags to write for <mrk/>, which is replaced entirely
};

/// The segments of the content at `place`.
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
      auto& segment = segments.emplace_back(Segment{
          std::string(bitext::attribute_of(token->bytes, "mid")), {end, end}, {begin, end}});
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
    if (open.back()) {
      segments[*open.back()].content.end = begin;
      segments[*open.back()].all.end = end;
    }
    open.pop_back();
  }
  return segments;
}

std::string_view bytes_at(std::string_view file, Place place) {
  return file.substr(place.begin, place.end - place.begin);
}

/// A field at `place` of the target with the translation of a segment of the source, between the
/// bytes before and behind it.
Field translation_of(std::string_view file, const Segment& source, Place place, std::string before,
                     std::string behind) {
  auto field =
      field_at(place, CodedText(xml_parts(bytes_at(file, source.content), bitext::kXliffCodes)),
               [before = std::move(before), behind = std::move(behind)](auto written) {
                 return before + written_xml(written) + behind;
               });
  field.is_beside = true;
  return field;
}

/// The text between two segments of the source, without codes.
std::string gap_between(std::string_view file, const Segment& first, const Segment& second) {
  const auto gap = bytes_at(file, {first.all.end, second.all.begin});
  return gap.find('<') == std::string_view::npos ? std::string(gap) : " ";
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

std::vector<Field> fields_of_open_segments(std::string_view file, Place source, Place target) {
  const auto sources = segments_at(file, source);
  std::map<std::string, Segment> targets;
  for (auto& segment : segments_at(file, target)) targets.emplace(segment.number, segment);
  if (targets.empty()) return {};  // a translation that is not divided
  std::vector<Field> fields;
  size_t behind_last = target.begin;  // the end of the target's previous segment
  for (size_t number = 0; number < sources.size(); ++number) {
    const auto& segment = sources[number];
    const auto found = targets.find(segment.number);
    if (found != targets.end()) {
      const auto& own = found->second;
      behind_last = own.all.end;
      const bool is_empty = !own.before.empty() || own.content.begin == own.content.end;
      if (is_empty) {
        fields.push_back(translation_of(file, segment, own.content, own.before, own.behind));
      }
      continue;
    }
    if (segment.content.begin == segment.content.end) continue;
    std::string before(bytes_at(file, {segment.all.begin, segment.content.begin}));
    std::string behind(bytes_at(file, {segment.content.end, segment.all.end}));
    if (behind_last != target.begin) {
      before.insert(0, gap_between(file, sources[number - 1], segment));
    } else if (number + 1 < sources.size()) {
      behind += gap_between(file, segment, sources[number + 1]);
    }
    fields.push_back(translation_of(file, segment, {behind_last, behind_last}, std::move(before),
                                    std::move(behind)));
  }
  std::ranges::stable_sort(fields, {}, [](const Field& field) { return field.places[0].begin; });
  return fields;
}

}  // namespace regard::documents
