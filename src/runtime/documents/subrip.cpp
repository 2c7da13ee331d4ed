#include <algorithm>
#include <optional>
#include <utility>

#include "base/language_tag.h"
#include "base/utf8.h"
#include "documents/formats.h"
#include "documents/subtitles.h"
#include "markup/html_names.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "text/characters.h"
#include "text/sentences.h"

/// SubRip (.srt) and WebVTT (.vtt): numbered or named cues, each with a line of times and lines of
/// text.
namespace regard::documents {
namespace {

using Kind = TextPart::Kind;

/// Parses "01:02:03,456" or "02:03.456"; std::nullopt for any other text.
std::optional<double> seconds_of(std::string_view time) {
  constexpr double kSixty = 60.0;
  double seconds = 0.0, digit = 0.0;  // value of the next digit after the point
  double number = 0.0;
  for (const char c : time) {
    if (is_ascii_digit(c) && digit == 0.0) {
      number = number * 10 + (c - '0');
    } else if (is_ascii_digit(c)) {
      number += (c - '0') * digit;
      digit /= 10;
    } else if (c == ':') {
      seconds = (seconds + number) * kSixty;
      number = 0.0;
    } else if (c == ',' || c == '.') {
      digit = 0.1;
    } else {
      return std::nullopt;
    }
  }
  return time.empty() ? std::nullopt : std::optional(seconds + number);
}

/// Reads the times from a line such as "00:00:01,000 --> 00:00:02,000 align:start".
bool read_times(std::string_view line, Cue& cue) {
  const size_t arrow = line.find("-->");
  if (arrow == std::string_view::npos) return false;
  const auto behind = trimmed(line.substr(arrow + 3));
  const auto begin = seconds_of(trimmed(line.substr(0, arrow)));
  const auto end =
      seconds_of(behind.substr(0, std::min(behind.find_first_of(" \t"), behind.size())));
  if (!begin || !end) return false;
  cue.begin = *begin;
  cue.end = *end;
  return true;
}

/// Whether a line has malformed times: "00:00:0x,000 --> 00:00:02,000".
bool has_damaged_times(std::string_view line) {
  constexpr size_t kLongest = 16;  // maximum number of characters in a time
  line = trimmed(line);
  if (line.empty() || !is_ascii_digit(line[0])) return false;
  const size_t colon = line.find(':'), arrow = line.find("->");
  if (arrow != std::string_view::npos) return colon < arrow && arrow <= kLongest;
  constexpr std::string_view kOfTimes = "0123456789:,.- \t";
  constexpr int kColons = 4;  // number of colons in two times
  return line.find_first_not_of(kOfTimes) == std::string_view::npos &&
         std::ranges::count(line, ':') >= kColons;
}

bool is_number(std::string_view line) {
  return !line.empty() && std::ranges::all_of(line, is_ascii_digit);
}

/// Reads the cues of a file. Text after a blank line that belongs to no other cue becomes a
/// separate text with the preceding times, because some players show it.
class CueReader {
 public:
  CueReader(std::string_view file, bool is_webvtt)
      : file_(file), is_webvtt_(is_webvtt), lines_(text::lines_with_ends(file)) {}

  std::vector<Cue> cues() {
    for (size_t at = 0; at < lines_.size();) {
      Cue cue;
      if (read_times(lines_[at], cue)) {
        at = read_texts(at + 1, cue);
      } else if (has_damaged_times(lines_[at])) {
        cue.note = str("line ", at + 1, " has no readable times");
        cue.voice = str('\n', at);
        at = read_texts(at + 1, cue);
      } else {
        ++at;
      }
    }
    return std::move(cues_);
  }

 private:
  bool is_blank(size_t line) const { return trimmed(lines_[line]).empty(); }

  bool has_times(size_t line) const {
    Cue cue;
    return line < lines_.size() &&
           (read_times(lines_[line], cue) || has_damaged_times(lines_[line]));
  }

  bool begins_cue(size_t line) const {
    if (has_times(line)) return true;
    const bool is_behind_blank = is_blank(line - 1);
    const bool is_named = is_number(trimmed(lines_[line])) || (is_webvtt_ && is_behind_blank);
    if (is_named && has_times(line + 1)) return true;
    if (is_number(trimmed(lines_[line])) && line + 1 == lines_.size()) return true;
    constexpr std::string_view kBlocks[] = {"NOTE", "STYLE", "REGION"};
    return is_webvtt_ && is_behind_blank &&
           std::ranges::any_of(kBlocks, [&](auto name) { return lines_[line].starts_with(name); });
  }

  /// Adds the texts that begin at a line, and returns the line after them.
  size_t read_texts(size_t line, Cue cue) {
    bool is_first = true;
    for (size_t next = line; next < lines_.size();) {
      if (is_blank(next)) {
        ++next;
        continue;
      }
      if (begins_cue(next)) break;
      const size_t begin = next;
      do {
        ++next;
      } while (next < lines_.size() && !is_blank(next) && !begins_cue(next));
      if (!std::exchange(is_first, false)) {
        cue.note = str("line ", begin + 1, " follows a blank line within a subtitle");
        cue.voice = str('\n', begin);
      }
      const auto last = lines_[next - 1];
      const auto bare = last.substr(0, last.find_last_not_of("\r\n") + 1);
      cue.place = {static_cast<size_t>(lines_[begin].data() - file_.data()),
                   static_cast<size_t>(bare.data() + bare.size() - file_.data())};
      cues_.push_back(cue);
      line = next;
    }
    return line;
  }

  std::string_view file_;
  bool is_webvtt_;
  std::vector<std::string_view> lines_;
  std::vector<Cue> cues_;
};

/// Size of the line end at the beginning of a text.
size_t line_end_size(std::string_view text) {
  if (text.starts_with("\r\n")) return 2;
  return text.starts_with('\n') || text.starts_with('\r') ? 1 : 0;
}

/// Size of the tag at the beginning of a text: <i>, </i>, <00:01.000>, {\an8}; 0 if there is none.
size_t tag_size(std::string_view text) {
  if (text.size() < 3) return 0;
  const bool is_tag = text[0] == '<' && (is_ascii_letter(text[1]) || is_ascii_digit(text[1]) ||
                                         (text[1] == '/' && is_ascii_letter(text[2])));
  const bool is_override = text[0] == '{' && text[1] == '\\';
  if (!is_tag && !is_override) return 0;
  const size_t end = text.find_first_of(is_tag ? "<>\n" : "}\n", 1);
  if (end == std::string_view::npos || text[end] != (is_tag ? '>' : '}')) return 0;
  return end + 1;
}

/// Size of the <rt> element (a word's reading) at the beginning of a text; 0 if there is none.
size_t reading_size(std::string_view text) {
  constexpr std::string_view kBegin = "<rt", kEnd = "</rt>";
  const bool is_reading = text.starts_with(kBegin) && text.size() > kBegin.size() &&
                          text::is_among(text[kBegin.size()], ">. ");
  if (!is_reading) return 0;
  const size_t end = text.find(kEnd), outer = text.find("</ruby");
  if (end < outer) return end + kEnd.size();
  return outer == std::string_view::npos ? 0 : outer;
}

/// The name of a tag: "i" of <i>, </i> and <i.loud>.
std::string tag_name(std::string_view tag) {
  const auto name = tag.substr(tag.starts_with("</") ? 2 : 1);
  return lower_ascii(name.substr(0, name.find_first_of(" \t./>")));
}

Kind kind_of_tag(std::string_view tag) {
  if (tag.starts_with("</")) return Kind::closes;
  if (tag[0] == '{' || is_ascii_digit(tag[1])) return Kind::empty;
  return tag_name(tag) == "br" ? Kind::ends : Kind::opens;
}

/// Whether the last line of the parts has text.
bool has_text_in_line(const std::vector<TextPart>& parts) {
  for (auto part = parts.rbegin(); part != parts.rend() && part->kind != Kind::ends; ++part) {
    if (part->kind == Kind::text && !trimmed(part->bytes).empty()) return true;
  }
  return false;
}

/// Size of the words, with their tags, that <lang fr> declares to be in the target language or not
/// in the source language; 0 if there are none.
size_t other_language_size(std::string_view written, const DocumentOptions& options) {
  constexpr std::string_view kBegin = "<lang ", kEnd = "</lang>";
  if (!written.starts_with(kBegin)) return 0;
  auto declared = written.substr(kBegin.size());
  declared = trimmed(declared.substr(0, declared.find('>')));
  const auto language = lower_ascii(primary_subtag(declared));
  const auto source = primary_subtag(options.source_language);
  const bool is_other = language == primary_subtag(options.target_language) ||
                        (!source.empty() && language != source);
  const size_t end = written.find(kEnd);
  return is_other && !language.empty() && end != std::string_view::npos ? end + kEnd.size() : 0;
}

std::vector<TextPart> parts_of(std::string_view written, bool has_references,
                               const DocumentOptions& options) {
  std::vector<TextPart> parts;
  const auto add = [&](Kind kind, std::string_view bytes) {
    parts.push_back({.kind = kind, .bytes = std::string(bytes)});
  };
  while (!written.empty()) {
    size_t size = line_end_size(written);
    if (size > 0) {
      add(Kind::ends, written.substr(0, size));
    } else if ((size = reading_size(written)) > 0) {
      add(Kind::empty, written.substr(0, size));
    } else if ((size = other_language_size(written, options)) > 0) {
      add(Kind::empty, written.substr(0, size));
    } else if ((size = tag_size(written)) > 0) {
      const auto tag = written.substr(0, size);
      const bool is_voice = kind_of_tag(tag) == Kind::opens && tag_name(tag) == "v";
      if (is_voice && has_text_in_line(parts)) add(Kind::ends, {});  // becomes a separate text
      add(kind_of_tag(tag), tag);
    } else {
      if (parts.empty() || parts.back().kind != Kind::text) add(Kind::text, {});
      const auto reference =
          has_references ? serve::character_reference(written) : serve::CharacterReference{};
      if (reference.character != 0) {
        append_utf8(reference.character, parts.back().bytes);
        size = reference.length;
      } else {
        size = std::min(written.find_first_of("<{&\r\n", 1), written.size());
        parts.back().bytes += written.substr(0, size);
      }
    }
    written.remove_prefix(size);
  }
  pair_codes(parts, [](const TextPart& tag) { return tag_name(tag.bytes); });
  return parts;
}

std::string with_references(std::string_view text) {
  std::string written;
  serve::append_escaped(text, written);
  return written;
}

/// The first line end of a file.
std::string line_end_of(std::string_view file) {
  const size_t end = file.find_first_of("\r\n");
  return end == std::string_view::npos
             ? "\n"
             : std::string(file.substr(end, line_end_size(file.substr(end))));
}

}  // namespace

std::unique_ptr<Document> read_subrip(File file, const DocumentOptions& options) {
  SubtitleFormat format{
      .cues_of = [](std::string_view text) { return CueReader(text, false).cues(); },
      .parts_of = [](std::string_view written) { return parts_of(written, false, {}); },
      .escaped = [](std::string_view text) { return std::string(text); },
      .line_end = line_end_of(file.bytes)};
  return read_subtitles(std::move(file), std::move(format), options);
}

std::unique_ptr<Document> read_webvtt(File file, const DocumentOptions& options) {
  if (!file.bytes.starts_with("WEBVTT")) {
    throw Error("is not WebVTT: its first line is not WEBVTT", file.name,
                "check that its suffix matches its format; SubRip has .srt");
  }
  SubtitleFormat format{
      .cues_of = [](std::string_view text) { return CueReader(text, true).cues(); },
      .parts_of = [options](std::string_view written) { return parts_of(written, true, options); },
      .escaped = with_references,
      .line_end = line_end_of(file.bytes)};
  return read_subtitles(std::move(file), std::move(format), options);
}

}  // namespace regard::documents
