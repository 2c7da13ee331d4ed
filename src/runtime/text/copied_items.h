#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include "text/keep_list.h"

namespace regard::text {

/// A part of a text that a translation must contain unchanged: bytes [begin, end).
struct CopiedItem {
  size_t begin;
  size_t end;
  bool is_number = false;

  bool operator==(const CopiedItem&) const = default;
};

struct CopyRules {
  bool numbers = true;
  const KeepList* keep = nullptr;  ///< words and phrases of the user; null: none
};

/// The copied items of a text, in order and without overlap: placeholders of programs (%s, %1$d,
/// {name}, ${x}, {{y}}, $t(z), [X6X], ICU messages, tags), code between backquotes, formulas,
/// options, identifiers, URLs, mail addresses, domains, IP addresses, file names, paths, hashtags,
/// mentions, numbers with their units, words with digits, emoji, emoticons, symbols, marks of
/// footnotes, references and Markdown, and the mark of a list item at the beginning. An item may
/// span lines. Takes time in proportion to the text.
std::vector<CopiedItem> copied_items(std::string_view text, const CopyRules& rules = {});

/// Whether the text has a letter of any script.
bool has_letter(std::string_view text);

}  // namespace regard::text
