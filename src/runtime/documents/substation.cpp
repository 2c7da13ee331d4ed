#include <algorithm>
#include <optional>
#include <utility>

#include "base/utf8.h"
#include "documents/formats.h"
#include "documents/subtitles.h"
#include "text/sentences.h"

/// SubStation Alpha (.ass, .ssa): the texts are the last fields of the "Dialogue:" lines in the
/// section [Events], whose "Format:" line names the fields.
namespace regard::documents {
namespace {

using Kind = TextPart::Kind;

/// Parses "0:01:02.34".
double clock_seconds(std::string_view time) {
  constexpr double kSixty = 60.0;
  double seconds = 0.0, number = 0.0, digit = 0.0;
  for (const char c : trimmed(time)) {
    if (c == ':') {
      seconds = (seconds + number) * kSixty;
      number = 0.0;
    } else if (c == '.') {
      digit = 0.1;
    } else if (is_ascii_digit(c) && digit == 0.0) {
      number = number * 10 + (c - '0');
    } else if (is_ascii_digit(c)) {
      number += (c - '0') * digit;
      digit /= 10;
    }
  }
  return seconds + number;
}

/// The fields of a line; the last field may contain commas.
std::vector<std::string_view> fields_of(std::string_view line, size_t most) {
  std::vector<std::string_view> fields;
  while (fields.size() + 1 < most) {
    const size_t comma = line.find(',');
    if (comma == std::string_view::npos) break;
    fields.push_back(line.substr(0, comma));
    line.remove_prefix(comma + 1);
  }
  fields.push_back(line);
  return fields;
}

struct Columns {
  size_t count = 10, begin = 1, end = 2, style = 3, name = 4;

  explicit Columns(std::string_view format = {}) {
    if (format.empty()) return;
    constexpr size_t kAny = 100;
    const auto names = fields_of(format, kAny);
    count = names.size();
    for (size_t column = 0; column < names.size(); ++column) {
      const auto named = lower_ascii(trimmed(names[column]));
      if (named == "start") begin = column;
      if (named == "end") end = column;
      if (named == "style") style = column;
      if (named == "name" || named == "actor") name = column;
    }
  }
};

std::vector<Cue> dialogue_cues(std::string_view file) {
  constexpr std::string_view kFormat = "Format:", kDialogue = "Dialogue:";
  std::vector<Cue> cues;
  Columns columns;
  bool is_in_events = false;
  for (const auto line : text::lines_with_ends(file)) {
    const auto bare = line.substr(0, line.find_last_not_of("\r\n") + 1);
    if (bare.starts_with('[')) is_in_events = lower_ascii(trimmed(bare)) == "[events]";
    if (!is_in_events) continue;
    if (bare.starts_with(kFormat)) columns = Columns(bare.substr(kFormat.size()));
    if (!bare.starts_with(kDialogue)) continue;
    const auto fields = fields_of(bare.substr(kDialogue.size()), columns.count);
    const auto field = [&](size_t column) {
      return column < fields.size() ? fields[column] : std::string_view();
    };
    const auto text = fields.back();
    if (fields.size() < columns.count || text.empty()) continue;
    const auto begin = static_cast<size_t>(text.data() - file.data());
    cues.push_back(
        {.place = {begin, begin + text.size()},
         .begin = clock_seconds(field(columns.begin)),
         .end = clock_seconds(field(columns.end)),
         .voice = std::string(field(columns.style)) + '\n' + std::string(field(columns.name))});
  }
  return cues;
}

/// Whether the text after an override is a drawing: {\p1} begins one, {\p0} ends it.
bool draws_after(std::string_view tags, bool drew) {
  constexpr std::string_view kTag = "\\p";
  for (size_t at = tags.find(kTag); at != std::string_view::npos; at = tags.find(kTag, at + 1)) {
    const char scale = tags.substr(at + kTag.size())[0];
    if (is_ascii_digit(scale)) drew = scale != '0';
  }
  return drew;
}

/// {\i1} and other overrides are codes, as are drawings; \N and \n end a line, and \h is a space.
std::vector<TextPart> dialogue_parts(std::string_view written) {
  std::vector<TextPart> parts;
  bool is_drawing = false;
  while (!written.empty()) {
    const size_t override_end = written[0] == '{' ? written.find('}') : std::string_view::npos;
    size_t size = 2;
    if (override_end != std::string_view::npos) {
      size = override_end + 1;
      parts.push_back({.kind = Kind::empty, .bytes = std::string(written.substr(0, size))});
      is_drawing = draws_after(parts.back().bytes, is_drawing);
    } else if (is_drawing) {
      size = std::min(written.find('{', 1), written.size());
      parts.push_back({.kind = Kind::empty, .bytes = std::string(written.substr(0, size))});
    } else if (written.starts_with("\\N") || written.starts_with("\\n")) {
      parts.push_back({.kind = Kind::ends, .bytes = std::string(written.substr(0, size))});
    } else {
      if (parts.empty() || parts.back().kind != Kind::text) parts.emplace_back();
      if (written.starts_with("\\h")) {
        parts.back().bytes += "\u00A0";
      } else {
        size = std::min(written.find_first_of("{\\", 1), written.size());
        parts.back().bytes += written.substr(0, size);
      }
    }
    written.remove_prefix(size);
  }
  return parts;
}

}  // namespace

std::unique_ptr<Document> read_substation(File file, const DocumentOptions& options) {
  SubtitleFormat format{.cues_of = dialogue_cues,
                        .parts_of = dialogue_parts,
                        .escaped = [](std::string_view text) { return std::string(text); },
                        .line_end = "\\N"};
  return read_subtitles(std::move(file), std::move(format), options);
}

}  // namespace regard::documents
