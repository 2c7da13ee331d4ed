#include "documents/subtitles.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "base/readable.h"
#include "base/utf8.h"
#include "documents/subtitle_lines.h"
#include "documents/subtitle_pieces.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "text/characters.h"

namespace regard::documents {
namespace {

using Kind = TextPart::Kind;

/// A cue with its text as parts. Codes at its ends are stored separately.
struct ReadCue {
  Cue cue;
  std::string before, behind;  // codes at the ends of the cue
  std::vector<TextPart> parts;
  std::string text;     // the text without codes, on one line
  std::string speaker;  // the speaker named at the beginning of the cue
  bool is_dialogue = false;
  bool has_dash = false;  // whether the text begins with a dash without a blank after it
};

/// Moves codes at the ends of the parts to `before` and `behind`: codes without partners, and pairs
/// around all parts.
void take_codes_at_ends(ReadCue& cue) {
  auto& parts = cue.parts;
  const auto is_code = [](const TextPart& part) {
    return part.kind != Kind::text && part.kind != Kind::ends;
  };
  size_t begin = 0, end = parts.size();
  while (begin < end) {
    const auto& first = parts[begin];
    const auto& last = parts[end - 1];
    if (is_code(first) && first.partner == TextPart::kNoPartner) {
      cue.before += first.bytes;
      ++begin;
    } else if (is_code(last) && last.partner == TextPart::kNoPartner) {
      cue.behind.insert(0, last.bytes);
      --end;
    } else if (first.kind == Kind::opens && first.partner == end - 1) {
      cue.before += first.bytes;
      cue.behind.insert(0, last.bytes);
      ++begin;
      --end;
    } else {
      break;
    }
  }
  // Blanks at the end of the text are dropped, so those before a code move with it.
  if (begin < end && end < parts.size() && parts[end - 1].kind == Kind::text) {
    auto& text = parts[end - 1].bytes;
    const size_t size = text.find_last_not_of(' ') + 1;  // npos + 1 is 0
    cue.behind.insert(0, text.substr(size));
    text.erase(size);
  }
  parts = {parts.begin() + static_cast<std::ptrdiff_t>(begin),
           parts.begin() + static_cast<std::ptrdiff_t>(end)};
  for (auto& part : parts) {
    if (part.partner != TextPart::kNoPartner) part.partner -= begin;
  }
}

/// Turns a speaker's dash without a blank after it into a code: "-Yes." In a dialogue, each line
/// may begin with such a dash; in other cues, only the first line.
void take_dashes(ReadCue& cue) {
  std::vector<TextPart> parts;
  std::vector<size_t> places;  // new index of each part
  bool is_at_begin = true;
  for (auto& part : cue.parts) {
    const bool may_be = is_at_begin && part.kind == Kind::text && part.bytes.size() > 1;
    const bool is_dash = may_be && part.bytes[0] == '-' &&
                         text::is_of_word(first_code_point(part.bytes.substr(1)).value) &&
                         !is_ascii_digit(part.bytes[1]);
    if (is_dash && parts.empty()) {
      cue.before += '-';
      cue.has_dash = true;
    } else if (is_dash) {
      parts.push_back({.kind = Kind::empty, .bytes = "-"});
    }
    if (is_dash) part.bytes.erase(0, 1);
    is_at_begin = part.kind == Kind::ends && cue.is_dialogue;
    places.push_back(parts.size());
    parts.push_back(std::move(part));
  }
  for (auto& part : parts) {
    if (part.partner != TextPart::kNoPartner) part.partner = places[part.partner];
  }
  cue.parts = std::move(parts);
}

ReadCue read_cue(const Cue& cue, std::string_view file, const SubtitleFormat& format) {
  ReadCue read;
  read.cue = cue;
  read.parts = format.parts_of(file.substr(cue.place.begin, cue.place.end - cue.place.begin));
  read.speaker = speaker_of(read.parts);
  take_codes_at_ends(read);
  read.is_dialogue = join_lines(read.parts);
  take_dashes(read);
  read.text = trimmed(text_of(read.parts));
  return read;
}

bool has_small_letter(std::string_view text) {
  return std::ranges::any_of(text::characters_of(text),
                             [](const auto& one) { return text::is_small(one.value); });
}

/// Finds cues that share a sentence with the next cue.
class Sentences {
 public:
  explicit Sentences(const std::vector<ReadCue>& cues) : cues_(cues) {
    size_t ends = 0;
    for (const auto& cue : cues) ends += ends_sentence(cue.text) ? 1 : 0;
    constexpr size_t kThird = 3;  // at least a third of the cues end a sentence
    has_marks_ = kThird * ends >= cues.size();
  }

  bool goes_on(size_t number) const {
    constexpr double kLongestPause = 2.0, kBeforeCapital = 0.5;  // seconds
    const auto& cue = cues_[number];
    const auto& next = cues_[number + 1];
    if (cue.is_dialogue || next.is_dialogue || cue.text.empty() || next.text.empty()) return false;
    const double pause = next.cue.begin - cue.cue.end;
    if (cue.cue.voice != next.cue.voice || pause > kLongestPause) return false;
    if (next.cue.begin < cue.cue.begin) return false;
    if (!next.speaker.empty() && next.speaker != cue.speaker) return false;
    const char32_t first = text::characters_of(next.text).front().value;
    constexpr std::u32string_view kBegins = U"-\u2013\u2014[(\u266A\u266B#>";
    if (next.has_dash || text::is_among(first, kBegins) || ends_sentence(cue.text)) return false;
    if (has_small_letter(cue.text) != has_small_letter(next.text)) return false;
    if (text::is_small(first)) return true;
    return has_marks_ && pause <= kBeforeCapital;
  }

 private:
  const std::vector<ReadCue>& cues_;
  bool has_marks_ = false;
};

/// The parts of several cues, with a code between adjacent cues.
std::vector<TextPart> joined(std::span<const ReadCue> cues) {
  std::vector<TextPart> parts;
  for (const auto& cue : cues) {
    if (!parts.empty()) {
      parts.push_back({.kind = Kind::text, .bytes = " "});
      parts.push_back({.kind = Kind::empty, .bytes = std::string(kEndOfCue)});
    }
    const size_t first = parts.size();
    for (auto part : cue.parts) {
      if (part.partner != TextPart::kNoPartner) part.partner += first;
      parts.push_back(std::move(part));
    }
  }
  return parts;
}

/// A time of day: "0:01:02".
std::string clock(double seconds) {
  constexpr int64_t kSixty = 60;
  const auto whole = static_cast<int64_t>(seconds);
  const auto two = [](int64_t number) { return str(number < 10 ? "0" : "", number); };
  return str(whole / kSixty / kSixty, ':', two(whole / kSixty % kSixty), ':', two(whole % kSixty));
}

/// Counts the cues that are too fast to read or do not fit on two lines.
struct Hard {
  size_t count = 0;
  double first = 0.0;

  void add(const Cue& cue) {
    if (count++ == 0) first = cue.begin;
  }
};

class SubtitleDocument : public Document {
 public:
  SubtitleDocument(File file, SubtitleFormat format, const DocumentOptions& options)
      : format_(std::move(format)),
        rules_{static_cast<size_t>(options.subtitle_letters), options.reading_speed} {
    const auto cues = read(file.bytes);
    if (cues.empty()) {
      throw Error("has no subtitles: no line has times", file.name,
                  "check that the file is complete, and that its suffix matches its format");
    }
    std::vector<std::string> notes;
    for (const auto& cue : cues) {
      if (!cue.cue.note.empty()) notes.push_back(cue.cue.note);
    }
    fields_ =
        std::make_unique<FieldDocument>(std::move(file.bytes), fields_of(cues), std::move(notes));
  }

  const std::vector<Unit>& units() const override { return fields_->units(); }

  WrittenDocument write(std::span<const TranslatedText> translations) const override {
    auto written = fields_->write(translations);
    const auto before = fields_->write({});
    const auto [fast, long_ones] = hard_cues(written.bytes);
    const auto [fast_before, long_before] = hard_cues(before.bytes);
    if (fast.count > fast_before.count) {
      written.warnings.push_back(str(counted(fast.count, "subtitle"), " with more than ",
                                     rules_.reading_speed, " letters per second, the first at ",
                                     clock(fast.first), "; the original has ", fast_before.count));
    }
    if (long_ones.count > long_before.count) {
      written.warnings.push_back(str(counted(long_ones.count, "subtitle"),
                                     " with a line of more than ", rules_.line_letters,
                                     " letters, the first at ", clock(long_ones.first),
                                     "; the original has ", long_before.count));
    }
    return written;
  }

 private:
  std::vector<ReadCue> read(std::string_view file) const {
    std::vector<ReadCue> cues;
    for (const auto& cue : format_.cues_of(file)) cues.push_back(read_cue(cue, file, format_));
    return cues;
  }

  std::vector<Field> fields_of(const std::vector<ReadCue>& cues) const {
    constexpr size_t kMostCues = 8;  // maximum number of cues per sentence
    const Sentences sentences(cues);
    std::vector<Field> fields;
    for (size_t begin = 0, end = 0; begin < cues.size(); begin = end) {
      for (end = begin + 1; end < cues.size() && end - begin < kMostCues; ++end) {
        if (!sentences.goes_on(end - 1)) break;
      }
      fields.push_back(field_of(std::span(cues).subspan(begin, end - begin)));
    }
    return fields;
  }

  Field field_of(std::span<const ReadCue> cues) const {
    Field field{
        .text = CodedText(joined(cues), text::Wrapping::detected), .places = {}, .write = {}};
    std::vector<std::pair<std::string, std::string>> around;
    std::vector<CueRoom> rooms;
    for (const auto& cue : cues) {
      field.places.push_back(cue.cue.place);
      around.emplace_back(cue.before, cue.behind);
      rooms.push_back({letters_in(cue.text), cue.cue.end - cue.cue.begin});
    }
    const bool is_dialogue = cues.front().is_dialogue;
    field.write = [this, around, rooms, is_dialogue](const CodedText& text, const auto& own,
                                                     std::vector<std::string>& /*warnings*/) {
      const auto parts = text.with(own);
      auto pieces = is_dialogue ? std::vector{dialogue(parts, format_, rules_)}
                                : cue_pieces(parts, text.parts(), rooms, format_, rules_);
      for (size_t cue = 0; cue < pieces.size(); ++cue) {
        pieces[cue] = around[cue].first + pieces[cue] + around[cue].second;
      }
      return pieces;
    };
    return field;
  }

  std::pair<Hard, Hard> hard_cues(std::string_view file) const {
    Hard fast, long_ones;
    for (const auto& read_cue : read(file)) {
      const auto& cue = read_cue.cue;
      const double seconds = cue.end - cue.begin;
      const auto letters = static_cast<double>(letters_in(read_cue.text));
      if (seconds > 0 && letters > seconds * rules_.reading_speed) fast.add(cue);
      const auto lines =
          format_.parts_of(file.substr(cue.place.begin, cue.place.end - cue.place.begin));
      size_t longest = 0, line = 0;
      for (const auto& part : lines) {
        line = part.kind == Kind::ends ? 0 : line;
        line += part.kind == Kind::text ? letters_in(part.bytes) : 0;
        longest = std::max(longest, line);
      }
      if (longest > rules_.line_letters) long_ones.add(cue);
    }
    return {fast, long_ones};
  }

  SubtitleFormat format_;
  CutRules rules_;
  std::unique_ptr<FieldDocument> fields_;
};

}  // namespace

std::unique_ptr<Document> read_subtitles(File file, SubtitleFormat format,
                                         const DocumentOptions& options) {
  return std::make_unique<SubtitleDocument>(std::move(file), std::move(format), options);
}

}  // namespace regard::documents
