#include "documents/coded_text.h"

#include <algorithm>
#include <utility>

#include "markup/html_names.h"
#include "regard/base/str.h"

namespace regard::documents {
namespace {

using Kind = TextPart::Kind;
using Role = serve::HtmlItem::Role;

Role role_of(const TextPart& part) {
  const bool is_pair = part.partner != TextPart::kNoPartner;
  switch (part.kind) {
    case Kind::text:
      return Role::text;
    case Kind::opens:
      return is_pair ? Role::opens : Role::note;
    case Kind::closes:
      return is_pair ? Role::closes : Role::note;
    case Kind::empty:
      return Role::mark;
    case Kind::word:
      return Role::word;
    case Kind::picture:
      return Role::picture;
    case Kind::ends:
      break;
  }
  return Role::block;
}

}  // namespace

CodedText::CodedText(std::vector<TextPart> parts, text::Wrapping wrapping)
    : parts_(std::move(parts)) {
  const auto is_text = [](const TextPart& part) { return part.kind == Kind::text; };
  if (std::ranges::all_of(parts_, is_text)) {
    read_lines(wrapping);
  } else {
    read_codes();
  }
}

CodedText::CodedText(std::string text, text::Wrapping wrapping)
    : CodedText(std::vector{TextPart{.bytes = std::move(text)}}, wrapping) {}

void CodedText::read_lines(text::Wrapping wrapping) {
  const auto text = text_of(parts_);
  blocks_ = text::blocks_of_lines(text::lines_with_ends(text), wrapping);
  for (const auto& block : blocks_) {
    if (!block.text.empty()) units_.push_back({.text = block.text});
  }
}

void CodedText::read_codes() {
  std::string coded;
  std::vector<size_t> ends;
  for (size_t number = 0; number < parts_.size(); ++number) {
    const auto& part = parts_[number];
    if (part.kind == Kind::text) {
      serve::append_escaped(part.bytes, coded);
    } else {
      coded += str('<', number, '>');
    }
    ends.push_back(coded.size());
  }
  const auto items_of = [&](std::string_view text) {
    std::vector<serve::HtmlItem> items;
    for (size_t number = 0, begin = 0; number < parts_.size(); ++number) {
      items.push_back({.role = role_of(parts_[number]),
                       .bytes = text.substr(begin, ends[number] - begin),
                       .partner = parts_[number].partner});
      begin = ends[number];
    }
    return items;
  };
  coded_ = std::make_unique<serve::HtmlText>(std::move(coded), items_of);
  for (const auto& segment : coded_->segments()) {
    units_.push_back({.text = segment, .needs_alignment = coded_->has_tags(units_.size())});
  }
}

/// Converts the output of read_codes(), with translated texts, back to parts.
std::vector<TextPart> CodedText::parts_of(std::string_view coded) const {
  std::vector<TextPart> parts;
  const auto text = [&]() -> std::string& {
    if (parts.empty() || parts.back().kind != Kind::text) parts.emplace_back();
    return parts.back().bytes;
  };
  for (size_t at = 0; at < coded.size();) {
    const auto rest = coded.substr(at);
    if (rest[0] == '<') {
      const size_t end = rest.find('>');
      parts.push_back(parts_[std::stoul(std::string(rest.substr(1, end - 1)))]);
      at += end + 1;
      continue;
    }
    const auto reference = serve::character_reference(rest);
    if (reference.length > 0) {
      append_utf8(reference.character, text());
      at += reference.length;
    } else {
      const size_t size = std::min(rest.find_first_of("<&", 1), rest.size());
      text() += rest.substr(0, size);
      at += size;
    }
  }
  return parts;
}

std::vector<TextPart> CodedText::with(std::span<const TranslatedText> translations) const {
  if (coded_) return parts_of(coded_->rebuilt(changed_texts(*coded_, translations)));
  std::string text;
  size_t next = 0;
  for (const auto& block : blocks_) {
    const bool is_unit = !block.text.empty();
    const bool has_translation =
        is_unit && next < translations.size() && !translations[next].text.empty();
    text += block.with(has_translation ? translations[next].text : block.text);
    next += is_unit ? 1 : 0;
  }
  return {TextPart{.bytes = std::move(text)}};
}

void pair_codes(std::vector<TextPart>& parts,
                const std::function<std::string(const TextPart&)>& name_of) {
  constexpr std::ptrdiff_t kMostOpen = 32;  // maximum number of open codes searched for a partner
  std::vector<size_t> open;
  for (size_t number = 0; number < parts.size(); ++number) {
    auto& part = parts[number];
    if (part.kind == Kind::opens) open.push_back(number);
    if (part.kind != Kind::closes) continue;
    const auto name = name_of(part);
    const auto last = open.rbegin() + std::min(std::ssize(open), kMostOpen);
    const auto found = std::find_if(open.rbegin(), last,
                                    [&](size_t opened) { return name_of(parts[opened]) == name; });
    if (found == last) continue;
    part.partner = *found;
    parts[*found].partner = number;
    open.erase(std::next(found).base());
  }
}

std::vector<TranslatedText> changed_texts(const serve::HtmlText& markup,
                                          std::span<const TranslatedText> translations) {
  std::vector<TranslatedText> texts(translations.begin(), translations.end());
  for (size_t number = 0; number < texts.size(); ++number) {
    auto& text = texts[number].text;
    texts[number].stays |= text.empty() || text == markup.segments()[number];
  }
  return texts;
}

std::string text_of(std::span<const TextPart> parts) {
  std::string text;
  for (const auto& part : parts) {
    if (part.kind == Kind::text) text += part.bytes;
  }
  return text;
}

}  // namespace regard::documents
