#include "documents/xml_parts.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/utf8.h"
#include "bitext/xml_elements.h"
#include "markup/html_names.h"

namespace regard::documents {
namespace {

using Kind = TextPart::Kind;
using Xml = serve::XmlToken::Kind;

/// Codes that come in pairs, each with the half of a pair that it is.
constexpr std::array<std::pair<std::string_view, Kind>, 6> kHalves = {{{"bpt", Kind::opens},
                                                                       {"ept", Kind::closes},
                                                                       {"bx", Kind::opens},
                                                                       {"ex", Kind::closes},
                                                                       {"sc", Kind::opens},
                                                                       {"ec", Kind::closes}}};

/// Prefixes of the ids of <x/> that are half of a pair, as Angular writes them.
constexpr std::string_view kStart = "START_", kClose = "CLOSE_";

std::string_view name_in(std::string_view tag) {
  tag.remove_prefix(tag.starts_with("</") ? 2 : 1);
  return tag.substr(0, tag.find_first_of(" \t\r\n/>"));
}

/// The kind of a code that is not half of a pair, given with its content. It depends on the types
/// that XLIFF 1.2 and translation tools use, on Angular's names, and on the code inside.
Kind kind_of_single(std::string_view code) {
  const auto type = lower_ascii(bitext::attribute_of(code, "ctype"));
  if (type == "image") return Kind::picture;
  if (type == "lb" || type.ends_with("-br") || type.starts_with("x-index")) return Kind::empty;
  if (bitext::attribute_of(code, "id").starts_with("LINE_BREAK")) return Kind::empty;
  const auto content = code.substr(std::min(code.find('>'), code.size() - 1) + 1);
  if (content.starts_with("&lt;img")) return Kind::picture;
  return content.starts_with("&lt;") ? Kind::empty : Kind::word;
}

/// Which half of a pair a code is, if any. `tag`: an empty tag, or a code with its content.
Kind kind_of_code(std::string_view tag) {
  const auto name = local_name(name_in(tag));
  const auto* half = std::ranges::find(kHalves, name, [](const auto& one) { return one.first; });
  if (half != kHalves.end()) return half->second;
  if (!tag.ends_with("/>")) return Kind::word;
  if (name == "sm") return Kind::opens;
  if (name == "em") return Kind::closes;
  const auto id = name == "x" ? bitext::attribute_of(tag, "id") : std::string_view();
  if (id.starts_with(kStart)) return Kind::opens;
  if (id.starts_with(kClose)) return Kind::closes;
  return kind_of_single(tag);
}

/// The element that the id of <x/> begins or ends: "LINK" of "START_LINK_1" and "CLOSE_LINK".
std::string element_of(std::string_view id) {
  id.remove_prefix(kStart.size());
  const size_t end = id.find_last_not_of("0123456789");
  const bool is_numbered = end != std::string_view::npos && end + 1 < id.size() && id[end] == '_';
  return std::string(is_numbered ? id.substr(0, end) : id);
}

/// The key that a tag shares with its partner.
std::string key_of(const TextPart& part) {
  const std::string_view tag = std::string_view(part.bytes).substr(0, part.bytes.find('>') + 1);
  const auto name = local_name(name_in(tag));
  const auto kind = kind_of_code(tag);
  if (kind == Kind::empty || kind == Kind::word || kind == Kind::picture)
    return std::string(name_in(tag));
  if (name == "x") return element_of(bitext::attribute_of(tag, "id"));
  for (const auto* attribute : {"startRef", "rid", "i", "id"}) {
    const auto value = bitext::attribute_of(tag, attribute);
    if (!value.empty()) return "#" + std::string(value);
  }
  return {};
}

}  // namespace

std::string without_references(std::string_view text) {
  std::string said;
  while (!text.empty()) {
    const auto reference = serve::character_reference(text);
    const size_t size = std::max<size_t>(reference.length, 1);
    if (reference.character != 0) {
      append_utf8(reference.character, said);
    } else {
      said += text.substr(0, size);
    }
    text.remove_prefix(size);
  }
  return said;
}

std::string_view local_name(std::string_view name) {
  return name.substr(name.find(':') + 1);  // npos + 1 is 0
}

std::vector<TextPart> xml_parts(std::string_view content, std::span<const std::string_view> codes) {
  constexpr size_t kCdataBegin = 9, kCdataEnd = 3;
  std::vector<TextPart> parts;
  const auto add = [&](Kind kind, std::string bytes) {
    const bool joins = kind == Kind::text && !parts.empty() && parts.back().kind == Kind::text;
    if (joins) {
      parts.back().bytes += bytes;
    } else {
      parts.push_back({.kind = kind, .bytes = std::move(bytes)});
    }
  };
  size_t depth = 0;  // depth inside an element that is a code
  serve::XmlScanner scanner(content, serve::Entities::any);
  while (const auto token = scanner.next()) {
    const auto name = local_name(token->name);
    const bool is_protected =
        name == "mrk" && bitext::attribute_of(token->bytes, "mtype") == "protected";
    const bool is_code =
        token->is_untranslated || is_protected || std::ranges::find(codes, name) != codes.end();
    if (depth > 0) {
      parts.back().bytes += token->bytes;
      depth += token->kind == Xml::start_tag ? 1 : 0;
      depth -= token->kind == Xml::end_tag ? 1 : 0;
      auto& code = parts.back();
      if (depth == 0 && code.kind == Kind::word) code.kind = kind_of_single(code.bytes);
      continue;
    }
    switch (token->kind) {
      case Xml::text:
        add(Kind::text, without_references(token->bytes));
        break;
      case Xml::cdata:
        add(Kind::text, std::string(token->bytes.substr(
                            kCdataBegin, token->bytes.size() - kCdataBegin - kCdataEnd)));
        break;
      case Xml::start_tag:
        depth = is_code ? 1 : 0;
        add(is_code ? kind_of_code(token->bytes) : Kind::opens, std::string(token->bytes));
        break;
      case Xml::end_tag:
        add(Kind::closes, std::string(token->bytes));
        break;
      case Xml::empty_tag:
        add(kind_of_code(token->bytes), std::string(token->bytes));
        break;
      case Xml::entity: {
        const bool is_of_html = serve::character_reference(token->bytes).character != 0;
        add(is_of_html ? Kind::empty : Kind::word, std::string(token->bytes));
        break;
      }
      case Xml::note:
      case Xml::declaration:
        add(Kind::empty, std::string(token->bytes));
        break;
    }
  }
  pair_codes(parts, key_of);
  return parts;
}

std::string written_xml(std::span<const TextPart> parts) {
  std::string written;
  for (const auto& part : parts) {
    if (part.kind == Kind::text) {
      serve::append_escaped(part.bytes, written);
    } else {
      written += part.bytes;
    }
  }
  return written;
}

Error malformed(const serve::MalformedXml& error, const std::string& name) {
  const std::string_view what = error.what();
  const size_t place = what.find("line ");
  const auto why = std::string(what.substr(place == std::string_view::npos ? 0 : place));
  return Error("is not well-formed XML: " + why, name,
               "check it with xmllint --noout: it is truncated or damaged, or not XML");
}

std::vector<serve::XmlToken> xml_tokens(std::string_view xml, const std::string& name,
                                        serve::Entities entities) {
  std::vector<serve::XmlToken> tokens;
  try {
    serve::XmlScanner scanner(xml, entities);
    while (const auto token = scanner.next()) tokens.push_back(*token);
  } catch (const serve::MalformedXml& error) {
    throw malformed(error, name);
  }
  return tokens;
}

}  // namespace regard::documents
