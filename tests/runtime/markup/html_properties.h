#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "markup/html_items.h"
#include "markup/html_scanner.h"
#include "markup/html_text.h"

/// Properties of every document and every translation of it.
namespace regard::serve {

/// Tags, comments and raw elements, sorted.
inline std::vector<std::string_view> markup_of(std::string_view html) {
  std::vector<std::string_view> markup;
  HtmlScanner scanner(html);
  while (const auto token = scanner.next()) {
    if (token->kind != HtmlToken::Kind::text) markup.push_back(token->bytes);
  }
  std::ranges::sort(markup);
  return markup;
}

inline std::vector<std::string_view> blocks_of(std::string_view html) {
  std::vector<std::string_view> blocks;
  for (const auto& item : html_items(html)) {
    if (item.role == HtmlItem::Role::block) blocks.push_back(item.bytes);
  }
  return blocks;
}

/// The number of inline elements with both tags.
inline size_t count_of_pairs(std::string_view html) {
  return static_cast<size_t>(std::ranges::count_if(html_items(html), [](const HtmlItem& item) {
    return item.role == HtmlItem::Role::opens && item.partner != HtmlItem::kNoPartner;
  }));
}

/// Translates each word to itself, reordered by `order` (target position -> source position).
template <class Order>
TranslatedText in_another_order(const std::string& text, const Order& order) {
  TranslatedText translation;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(' ', begin), text.size());
    translation.source_words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  const size_t count = translation.source_words.size();
  for (size_t target = 0; target < count; ++target) {
    const size_t source = order(target, count);
    translation.text += (target == 0 ? "" : " ") + translation.source_words[source];
    translation.target_words.push_back(translation.source_words[source]);
    translation.attention.emplace_back(count, 0.0F)[source] = 1.0F;
  }
  return translation;
}

/// `html` with its own texts as translations.
inline std::string unchanged(const std::string& html) {
  const HtmlText text(html);
  std::vector<TranslatedText> same;
  for (const auto& segment : text.segments()) same.push_back({.text = segment});
  return text.rebuilt(same);
}

/// `html`, which has one segment, with an unaligned translation.
inline std::string rebuilt_with(const std::string& html, const std::string& translation) {
  const TranslatedText result = {.text = translation};
  return HtmlText(html).rebuilt({&result, 1});
}

inline std::vector<std::string> words_between_spaces(const std::string& text) {
  return in_another_order(text, [](size_t target, size_t) { return target; }).source_words;
}

/// `html`, which has one segment, with a translation whose words are aligned with the given source
/// words.
inline std::string translated(const std::string& html, const std::string& translation,
                              const std::vector<size_t>& source_words) {
  const HtmlText text(html);
  EXPECT_EQ(text.segments().size(), 1U);
  TranslatedText result = {.text = translation};
  result.source_words = words_between_spaces(text.segments().at(0));
  result.target_words = words_between_spaces(translation);
  EXPECT_EQ(result.target_words.size(), source_words.size());
  for (const size_t source : source_words) {
    result.attention.emplace_back(result.source_words.size(), 0.0F).at(source) = 1.0F;
  }
  return text.rebuilt({&result, 1});
}

/// The property that a translation of `html` violates; nullptr if none.
inline const char* broken_property(std::string_view html,
                                   std::span<const TranslatedText> translations) {
  const auto rebuilt = HtmlText(std::string(html)).rebuilt(translations);
  if (markup_of(rebuilt) != markup_of(html)) return "a tag is lost, doubled or changed";
  if (blocks_of(rebuilt) != blocks_of(html)) return "blocks are not in order";
  if (count_of_pairs(rebuilt) < count_of_pairs(html)) return "an element is no longer closed";
  return nullptr;
}

}  // namespace regard::serve
