#include "documents/subtitle_pieces.h"

#include <algorithm>
#include <utility>

namespace regard::documents {
namespace {

using Kind = TextPart::Kind;

/// A translation as text, with the positions of its codes.
struct Flat {
  std::string text;
  std::vector<std::pair<size_t, TextPart>> codes;
  std::vector<size_t> anchors;  ///< positions of the codes between cues
};

Flat flattened(const std::vector<TextPart>& parts) {
  Flat flat;
  for (const auto& part : parts) {
    if (part.kind == Kind::text) {
      auto text = std::string_view(part.bytes);
      if (flat.text.empty() || flat.text.ends_with(' ')) {
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
      }
      flat.text += text;
    } else if (part.bytes == kEndOfCue) {
      flat.anchors.push_back(flat.text.size());
    } else {
      flat.codes.emplace_back(flat.text.size(), part);
    }
  }
  std::ranges::sort(flat.anchors);
  return flat;
}

/// Writes the pieces of a translation; a pair of codes that a cut separates is closed and reopened.
class PieceWriter {
 public:
  PieceWriter(const Flat& flat, const std::vector<TextPart>& source, const SubtitleFormat& format)
      : flat_(flat), source_(source), format_(format) {}

  /// The piece up to `end`, on at most two lines.
  std::string next(size_t end, bool is_last, const CutRules& rules) {
    std::string written;
    for (const auto* code : open_) written += code->bytes;
    size_t last = end;
    while (last > at_ && flat_.text[last - 1] == ' ') --last;
    const size_t broken = line_break(std::string_view(flat_.text).substr(at_, last - at_), rules);
    const size_t space = broken == std::string_view::npos ? broken : at_ + broken;
    while (at_ < end || is_last) {
      add_codes(end, is_last, written);
      if (at_ >= end) break;
      size_t stop = next_ < flat_.codes.size() ? std::min(flat_.codes[next_].first, end) : end;
      if (space != std::string_view::npos && at_ <= space) stop = std::min(stop, space);
      written += format_.escaped(
          std::string_view(flat_.text).substr(at_, std::max(std::min(stop, last), at_) - at_));
      at_ = stop;
      if (at_ != space) continue;
      written += format_.line_end;
      ++at_;
    }
    for (auto code = open_.rbegin(); code != open_.rend(); ++code) {
      written += source_[(*code)->partner].bytes;
    }
    return written;
  }

 private:
  /// Adds codes. Codes at the end of a piece belong to the next piece, except closing codes.
  void add_codes(size_t end, bool is_last, std::string& written) {
    for (; next_ < flat_.codes.size() && flat_.codes[next_].first <= at_; ++next_) {
      const auto& code = flat_.codes[next_].second;
      if (at_ >= end && !is_last && code.kind != Kind::closes) return;
      const bool is_pair = code.partner != TextPart::kNoPartner;
      if (is_pair && code.kind == Kind::opens) open_.push_back(&code);
      if (is_pair && code.kind == Kind::closes) {
        std::erase_if(open_, [&](const TextPart* one) {
          return source_[one->partner].partner == code.partner;
        });
      }
      written += code.bytes;
    }
  }

  const Flat& flat_;
  const std::vector<TextPart>& source_;
  const SubtitleFormat& format_;
  size_t at_ = 0, next_ = 0;
  std::vector<const TextPart*> open_;
};

}  // namespace

std::string dialogue(std::span<const TextPart> parts, const SubtitleFormat& format,
                     const CutRules& rules) {
  std::string written, speech;  // speech: the current speaker's text
  size_t at = 0, broken = std::string_view::npos;
  for (size_t number = 0; number < parts.size(); ++number) {
    if (at == speech.size()) {
      speech.clear();
      for (const auto& part : parts.subspan(number)) {
        if (part.kind == Kind::ends) break;
        if (part.kind == Kind::text) speech += part.bytes;
      }
      at = 0;
      broken = line_break(speech, rules);
    }
    const auto& part = parts[number];
    if (part.kind != Kind::text) {
      written += part.bytes;
      continue;
    }
    const auto text = std::string_view(part.bytes);
    const bool breaks = broken >= at && broken < at + text.size();
    const size_t cut = breaks ? broken - at : text.size();
    written += format.escaped(text.substr(0, cut));
    if (breaks) written += format.line_end + format.escaped(text.substr(cut + 1));
    at += text.size();
  }
  return written;
}

std::vector<std::string> cue_pieces(const std::vector<TextPart>& parts,
                                    const std::vector<TextPart>& source,
                                    const std::vector<CueRoom>& cues, const SubtitleFormat& format,
                                    const CutRules& rules) {
  const auto flat = flattened(parts);
  auto cuts = cut_for_cues(flat.text, flat.anchors, cues, rules);
  cuts.push_back(flat.text.size());
  PieceWriter writer(flat, source, format);
  std::vector<std::string> pieces;
  for (size_t cue = 0; cue < cuts.size(); ++cue) {
    pieces.push_back(writer.next(cuts[cue], cue + 1 == cuts.size(), rules));
  }
  return pieces;
}

}  // namespace regard::documents
