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
