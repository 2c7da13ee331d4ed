#include "documents/svg_texts.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "documents/xml_parts.h"
#include "markup/html_scanner.h"

namespace regard::documents {
namespace {

using Token = serve::HtmlToken::Kind;

bool has_words_of_picture(const serve::HtmlToken& tag) {
  return tag.name == "title" || tag.name == "desc" || tag.name == "text";
}

/// Whether the words after a tag are elsewhere in the picture.
bool is_placed(const TextPart& part) {
  constexpr std::string_view kPlaces[] = {" x=", " y=", " dy="};
  return part.kind == TextPart::Kind::opens && std::ranges::any_of(kPlaces, [&](auto place) {
           return part.bytes.find(place) < part.bytes.size();
         });
}

/// The content of an element as text with codes; std::nullopt if it is not well-formed.
std::optional<CodedText> words_in_element(std::string_view content) try {
  auto parts = xml_parts(content, {});
  for (auto& part : parts) {
    if (!is_placed(part)) continue;
    part.kind = TextPart::Kind::ends;
    const size_t partner = std::exchange(part.partner, TextPart::kNoPartner);
    if (partner == TextPart::kNoPartner) continue;
    parts[partner].kind = TextPart::Kind::ends;
    parts[partner].partner = TextPart::kNoPartner;
  }
  return CodedText(std::move(parts), text::Wrapping::all);
} catch (const serve::MalformedXml&) {
  return std::nullopt;
}

}  // namespace

std::vector<Field> svg_texts(std::string_view html, std::string_view svg) {
  std::vector<Field> fields;
  std::vector<std::pair<std::string, bool>> open;  // names, and whether they are untranslated
  std::string_view content;                        // content after the last start tag of a text
  serve::HtmlScanner scanner(svg);
  while (const auto token = scanner.next()) {
    const auto end = static_cast<size_t>(token->bytes.data() - svg.data());
    if (token->kind == Token::start_tag && !token->has_slash) {
      const bool is_untranslated = token->is_untranslated || (!open.empty() && open.back().second);
      open.emplace_back(token->name, is_untranslated && !token->is_translated);
      if (has_words_of_picture(*token) && !open.back().second)
        content = svg.substr(end + token->bytes.size());
    }
    if (token->kind != Token::end_tag) continue;
    while (!open.empty() && open.back().first != token->name) open.pop_back();
    if (open.empty()) break;
    open.pop_back();
    if (!has_words_of_picture(*token) || content.data() == nullptr) continue;
    const auto begin = static_cast<size_t>(content.data() - html.data());
    content = content.substr(0, static_cast<size_t>(token->bytes.data() - content.data()));
    if (auto text = words_in_element(content); text && !text->units().empty()) {
      fields.push_back(field_at({begin, begin + content.size()}, std::move(*text),
                                [](auto parts) { return written_xml(parts); }));
    }
    content = {};
  }
  return fields;
}

}  // namespace regard::documents
