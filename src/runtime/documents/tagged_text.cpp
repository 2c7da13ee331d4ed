#include "documents/tagged_text.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "base/replaced.h"
#include "markup/html_items.h"
#include "markup/html_names.h"
#include "markup/html_scanner.h"

namespace regard::documents {
namespace {

using Kind = TextPart::Kind;
using Role = serve::HtmlItem::Role;
using Token = serve::HtmlToken::Kind;

/// The names of tags that have an end tag in the text.
std::set<std::string> closed_names(std::string_view text) {
  std::set<std::string> names;
  serve::HtmlScanner scanner(text);
  while (const auto token = scanner.next()) {
    if (token->kind == Token::end_tag) names.insert(token->name);
  }
  return names;
}

Kind kind_of(const serve::HtmlItem& item, const std::set<std::string>& closed) {
  const auto tag = serve::HtmlScanner(item.bytes).next();
  if (!tag || !tag->is_whole || tag->kind == Token::text) return Kind::text;
  if (tag->kind == Token::comment) return Kind::empty;
  const bool is_known =
      serve::is_block_element(tag->name) || serve::is_known_inline_element(tag->name) ||
      serve::is_untranslated_element(tag->name) || serve::is_void_element(tag->name);
  if (!is_known) return Kind::text;
  switch (item.role) {
    case Role::opens:
      return item.partner == serve::HtmlItem::kNoPartner ? Kind::text : Kind::opens;
    case Role::closes:
      return item.partner == serve::HtmlItem::kNoPartner ? Kind::text : Kind::closes;
    case Role::block:
      return serve::is_void_element(tag->name) || closed.contains(tag->name) ? Kind::ends
                                                                             : Kind::text;
    case Role::mark:
    case Role::note:
      return Kind::empty;
    case Role::kept:
    case Role::word:
      return Kind::word;
    case Role::picture:
      return Kind::picture;
    case Role::text:
      break;
  }
  return Kind::text;
}

/// Splits the text at its tags.
std::vector<TextPart> parts_at_tags(std::string_view text) {
  const auto closed = closed_names(text);
  const auto items = serve::html_items(text);
  std::vector<TextPart> parts;
  std::vector<size_t> number_of;  // index of each item's part
  for (const auto& item : items) {
    const auto kind = kind_of(item, closed);
    const bool joins = kind == Kind::text && !parts.empty() && parts.back().kind == Kind::text;
    if (joins) {
      parts.back().bytes += item.bytes;
    } else {
      parts.push_back({.kind = kind, .bytes = std::string(item.bytes)});
    }
    number_of.push_back(parts.size() - 1);
    if (kind != Kind::closes) continue;
    const size_t opened = number_of[item.partner];
    parts.back().partner = opened;
    parts[opened].partner = parts.size() - 1;
  }
  return parts;
}

/// Splits the text at tags written with references, &lt;b&gt;, which are HTML inside HTML.
std::vector<TextPart> parts_at_escaped_tags(std::string_view text) {
  std::string tags(text);
  if (tags.find("&lt;") != std::string::npos) {
    tags = replaced(replaced(std::move(tags), "&lt;", "<"), "&gt;", ">");
  }
  auto parts = parts_at_tags(tags);
  for (auto& part : parts) {
    part.bytes = replaced(replaced(std::move(part.bytes), "<", "&lt;"), ">", "&gt;");
  }
  // An unescaped > cannot be distinguished from a reference, so such a text stays in one part.
  const bool is_same = parts.size() > 1 && tagged_text(parts) == text;
  return is_same ? parts : std::vector{TextPart{.bytes = std::string(text)}};
}

/// Replaces each text with several parts, whose partners are indexes among these parts.
std::vector<TextPart> replaced_texts(
    std::span<const TextPart> parts,
    const std::function<std::vector<TextPart>(const std::string&)>& pieces_of) {
  std::vector<TextPart> result;
  std::vector<size_t> number_of;  // index of each part in the result
  for (const auto& part : parts) {
    number_of.push_back(result.size());
    if (part.kind != Kind::text) {
      result.push_back(part);
      continue;
    }
    const size_t before = result.size();
    for (auto& piece : pieces_of(part.bytes)) {
      if (piece.partner != TextPart::kNoPartner) piece.partner += before;
      result.push_back(std::move(piece));
    }
  }
  for (size_t number = 0; number < parts.size(); ++number) {
    const size_t partner = parts[number].partner;
    if (partner != TextPart::kNoPartner) result[number_of[number]].partner = number_of[partner];
  }
  return result;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' && c != '\t'; }

/// Splits a text at line ends and other control characters, such as \b and \f of JSON.
std::vector<TextPart> parts_at_controls(std::string_view text) {
  std::vector<TextPart> parts;
  while (!text.empty()) {
    const auto control = std::ranges::find_if(text, is_control);
    const auto before = static_cast<size_t>(control - text.begin());
    const size_t own = text.starts_with("\r\n") ? 2 : 1;
    const auto kind = before == 0 ? Kind::ends : Kind::text;
    const size_t size = before == 0 ? own : before;
    parts.push_back({.kind = kind, .bytes = std::string(text.substr(0, size))});
    text.remove_prefix(size);
  }
  return parts;
}

std::vector<TextPart> in_one_line(const std::string& text) {
  TextPart line{.bytes = text};
  std::ranges::replace(line.bytes, '\n', ' ');
  return {line};
}

}  // namespace

std::vector<TextPart> tagged_parts(std::string_view text, text::Wrapping lines) {
  auto parts =
      text.find('<') != std::string_view::npos ? parts_at_tags(text) : parts_at_escaped_tags(text);
  const bool has_control =
      std::ranges::any_of(text, [](char c) { return is_control(c) && c != '\n' && c != '\r'; });
  if (parts.size() < 2 && !has_control) return parts;
  if (lines == text::Wrapping::all) parts = replaced_texts(parts, in_one_line);
  return replaced_texts(parts, parts_at_controls);
}

std::vector<TextPart> with_tags_of_references(std::span<const TextPart> parts) {
  return replaced_texts(parts, [](const std::string& text) {
    auto pieces = tagged_parts(text);
    for (auto& piece : pieces) {
      if (piece.kind == Kind::text) continue;
      std::string bytes;
      serve::append_escaped(piece.bytes, bytes);
      piece.bytes = std::move(bytes);
    }
    return pieces;
  });
}

std::string tagged_text(std::span<const TextPart> parts) {
  std::string text;
  for (const auto& part : parts) text += part.bytes;
  return text;
}

}  // namespace regard::documents
