#include "bitext/xml_entities.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "bitext/xml_elements.h"
#include "markup/html_names.h"
#include "markup/xml_doctype.h"
#include "regard/base/limits.h"

namespace regard::bitext {
namespace {

constexpr auto kNone = std::string_view::npos;

std::string_view taken_word(std::string_view& text) {
  text = trimmed(text);
  const auto word = text.substr(0, std::min(text.find_first_of(kBlanks), text.size()));
  text = trimmed(text.substr(word.size()));
  return word;
}

/// Whether XML defines an entity.
bool is_predefined(std::string_view name) {
  constexpr std::array<std::string_view, 5> kNames = {"amp", "lt", "gt", "quot", "apos"};
  return std::ranges::find(kNames, name) != kNames.end();
}

/// The value that an entity stores: character references are resolved at the declaration.
std::string with_characters(std::string_view value) {
  std::string text;
  for (size_t at = 0; at < value.size();) {
    const bool is_character = value.substr(at).starts_with("&#");
    const auto [length, character] =
        is_character ? serve::character_reference(value.substr(at)) : serve::CharacterReference{};
    if (length > 0 && character != 0) {
      append_utf8(character, text);
      at += length;
    } else {
      text += value[at++];
    }
  }
  return text;
}

}  // namespace

void XmlEntities::declare(std::string_view doctype) {
  constexpr std::string_view kBegin = "<!ENTITY";
  for (size_t at = std::min(doctype.find('['), doctype.size()); at < doctype.size();) {
    if (!doctype.substr(at).starts_with(kBegin)) {
      const size_t behind = serve::behind_opaque(doctype, at);
      at = behind > at ? behind : at + 1;
      continue;
    }
    auto rest = doctype.substr(at += kBegin.size());
    const auto name = taken_word(rest);  // "%" for a parameter entity
    const bool has_value = rest.starts_with('"') || rest.starts_with('\'');
    if (!has_value || is_predefined(name)) continue;
    const size_t end = rest.find(rest.front(), 1);
    if (end == kNone) return;
    values_.emplace(name, with_characters(rest.substr(1, end - 1)));  // the first value counts
  }
}

bool XmlEntities::append(std::string_view text, size_t depth, size_t& references,
                         std::string& to) const {
  constexpr size_t kDeepest = 16, kMostReferences = 100'000;
  if (depth > kDeepest || ++references > kMostReferences) return false;
  for (size_t at = 0; at < text.size();) {
    if (to.size() > limits::kMebibyte) return false;
    const bool is_literal =
        text.substr(at).starts_with("<![CDATA[") || text.substr(at).starts_with("<!--");
    if (is_literal) {
      const std::string_view end = text[at + 2] == '-' ? "-->" : "]]>";
      const size_t behind = std::min(text.find(end, at), text.size());
      to += text.substr(at, behind - at);
      at = behind;
      continue;
    }
    const size_t semicolon = text[at] == '&' ? text.find(';', at) : kNone;
    const auto found =
        semicolon == kNone ? values_.end() : values_.find(text.substr(at + 1, semicolon - at - 1));
    if (found == values_.end()) {
      to += text[at++];
      continue;
    }
    if (!append(found->second, depth + 1, references, to)) return false;
    at = semicolon + 1;
  }
  return true;
}

std::optional<std::string> XmlEntities::resolved(std::string_view element) const {
  std::string text;
  size_t references = 0;
  return append(element, 0, references, text) ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace regard::bitext
