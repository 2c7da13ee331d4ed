#include "documents/run_pieces.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/language_tag.h"
#include "base/utf8.h"
#include "documents/run_properties.h"
#include "documents/sheet_escapes.h"
#include "markup/html_names.h"
#include "regard/base/str.h"
#include "text/characters.h"
#include "text/copied_items.h"

namespace regard::documents {
namespace {

using Kind = TextPart::Kind;

constexpr char kFormatOpens = '\1', kFormatCloses = '\2';  // not allowed in XML

bool is_text_piece(const RunPiece& piece) { return piece.part.kind == Kind::text; }

bool has_words(const RunPiece& piece) {
  return is_text_piece(piece) && !trimmed(piece.part.bytes).empty();
}

/// The name that a code shares with its partner.
std::string name_of_code(const TextPart& part) {
  if (part.bytes[0] == kFormatOpens || part.bytes[0] == kFormatCloses) return "r";
  if (part.bytes.find("fldChar ") != std::string::npos) return "fldChar";
  const size_t name = part.bytes.find_first_not_of("</");
  const size_t content = part.bytes.find("sdtContent>");
  if (content != std::string::npos && part.kind == Kind::closes) {
    return part.bytes.substr(name, content - name) + "sdt";
  }
  return part.bytes.substr(name, part.bytes.find_first_of(" />", name) - name);
}

}  // namespace

bool are_all_in(std::string_view language, std::span<const RunPiece> pieces) {
  return std::ranges::all_of(pieces, [&](const RunPiece& piece) {
    return !has_words(piece) || primary_subtag(piece.language) == language;
  });
}

namespace {

/// The properties of a run with its language, which the format of a piece lacks.
std::string with_language(std::string format, const RunPiece& piece, const std::string& prefix) {
  const auto tag = str('<', prefix, "lang ", prefix, "val=\"", piece.language, "\"/>");
  if (format.empty()) return str('<', prefix, "rPr>", tag, "</", prefix, "rPr>");
  const size_t end = format.rfind("</");
  return end == std::string::npos ? format : format.insert(end, tag);
}

/// Whether the boundary between two texts is also a boundary between words.
bool parts_words(std::string_view before, std::string_view behind) {
  const auto is_of_word = [](char32_t c) { return text::is_letter(c) || text::is_digit(c); };
  return before.empty() || behind.empty() || !is_of_word(last_code_point(before)) ||
         !is_of_word(first_code_point(behind).value);
}

std::string_view text_at(std::span<const RunPiece> pieces, size_t at) {
  return at < pieces.size() && is_text_piece(pieces[at]) ? pieces[at].part.bytes
                                                         : std::string_view();
}

}  // namespace

void leave_language(std::string_view language, std::vector<RunPiece>& pieces,
                    const RunStyle& style) {
  if (language.empty()) return;
  const auto is_left = [&](const RunPiece& piece) {
    return is_text_piece(piece) && primary_subtag(piece.language) == language;
  };
  for (size_t first = 0, end = 0; first < pieces.size(); first = std::max(end, first + 1)) {
    for (end = first; end < pieces.size() && is_left(pieces[end]);) ++end;
    const bool is_apart = end > first &&
                          parts_words(text_at(pieces, first - 1), text_at(pieces, first)) &&
                          parts_words(text_at(pieces, end - 1), text_at(pieces, end));
    for (size_t at = first; is_apart && at < end; ++at) {
      auto& [part, format, declared] = pieces[at];
      if (!text::has_letter(part.bytes)) continue;
      const RunStyle own = {style.prefix, with_language(format, pieces[at], style.prefix),
                            style.is_of_sheet};
      part = {.kind = Kind::word, .bytes = written_runs(std::vector{part}, own)};
    }
  }
}

void settle_formats(std::vector<RunPiece>& pieces, const RunStyle& style) {
  std::optional<std::string> before;
  for (auto& piece : pieces) {
    if (!is_text_piece(piece)) continue;
    auto& [part, format, language] = piece;
    if (has_words(piece) && is_raised(format) && !text::has_letter(part.bytes)) {
      const RunStyle raised = {style.prefix, format, style.is_of_sheet};
      part = {.kind = Kind::empty, .bytes = written_runs(std::vector{part}, raised)};
    } else if (!has_words(piece) && before && !shows_blanks(format)) {
      format = *before;
    }
    if (is_text_piece(piece)) before = format;
  }
}

std::string base_format(std::span<const RunPiece> pieces) {
  std::map<std::string, size_t> letters;
  for (const auto& piece : pieces) {
    if (is_text_piece(piece)) letters[piece.format] += piece.part.bytes.size();
  }
  const auto most =
      std::ranges::max_element(letters, {}, [](const auto& one) { return one.second; });
  return most == letters.end() ? std::string() : most->first;
}

std::vector<TextPart> parts_of_runs(std::span<const RunPiece> pieces, const std::string& base) {
  if (std::ranges::none_of(pieces, has_words)) return {};
  std::vector<TextPart> parts;
  std::string open;  // properties of the text before, if any
  const auto close = [&] {
    if (!open.empty()) parts.push_back({.kind = Kind::closes, .bytes = {kFormatCloses}});
    open.clear();
  };
  for (const auto& piece : pieces) {
    const auto format =
        is_text_piece(piece) && piece.format != base ? kFormatOpens + piece.format : "";
    if (!is_text_piece(piece) || format != open) close();
    if (is_text_piece(piece) && !format.empty() && open.empty()) {
      parts.push_back({.kind = Kind::opens, .bytes = format});
      open = format;
    }
    if (is_text_piece(piece) && !parts.empty() && parts.back().kind == Kind::text) {
      parts.back().bytes += piece.part.bytes;
    } else {
      parts.push_back(piece.part);
    }
  }
  close();
  pair_codes(parts, name_of_code);
  return parts;
}

std::string written_runs(std::span<const TextPart> parts, const RunStyle& style) {
  const auto& prefix = style.prefix;
  const auto* space = prefix == "a:" ? ">" : " xml:space=\"preserve\">";
  std::string written;
  std::vector<std::string> formats;
  for (const auto& part : parts) {
    if (part.kind == Kind::text) {
      if (part.bytes.empty()) continue;
      const auto& format = formats.empty() ? style.base : formats.back();
      written += str('<', prefix, "r>", format, '<', prefix, 't', space);
      serve::append_escaped(style.is_of_sheet ? with_sheet_escapes(part.bytes) : part.bytes,
                            written);
      written += str("</", prefix, "t></", prefix, "r>");
    } else if (part.bytes[0] == kFormatOpens) {
      formats.push_back(part.bytes.substr(1));
    } else if (part.bytes[0] == kFormatCloses) {
      if (!formats.empty()) formats.pop_back();
    } else {
      written += part.bytes;
    }
  }
  return written;
}

}  // namespace regard::documents
