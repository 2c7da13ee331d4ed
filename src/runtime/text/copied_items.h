#pragma once
#include <array>
#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "text/characters.h"

namespace regard::text {

/// Words and phrases that a translation keeps, as the user names them; capitals count.
class KeepList {
 public:
  /// Blank ones are ignored.
  explicit KeepList(const std::vector<std::string>& texts);

  /// Bytes of the longest text of the list at the beginning of `text` that ends where a word ends;
  /// 0: none. The caller knows that a word begins there.
  size_t longest_at(std::string_view text) const;

  bool empty() const { return texts_.empty(); }

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::unordered_set<std::string, Hash, std::equal_to<>> texts_;
  std::set<size_t, std::greater<>> sizes_;  // sizes of the texts, longest first
};

/// The corpora that `regard download NAME` puts into data/NAME.
inline constexpr std::array<std::string_view, 2> kPublishedCorpora = {"multi30k", "tatoeba"};

/// The remedy if the text with this path cannot be opened.
std::string remedy_for_missing_text(const std::string& path);

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

/// The words of a line or of a sentence, and the marks around them.
struct Margins {
  /// White space, marks of lists, quotations, headings and tables, emoji.
  std::string_view before;
  std::string_view words;   ///< empty if there is no letter; then `before` is all of it
  std::string_view behind;  ///< white space, emoji, emoticons, marks of footnotes
};

Margins margins_of(std::string_view text);

/// Characters of the emoticon that begins at `at`, such as :-) or <3, and ends before white space,
/// or at the end; 0: there is none.
size_t emoticon_size(std::span<const Character> characters, size_t at);

/// Characters of the marks of footnotes that begin at `at`: [1], [a], [note 2], ², †; 0: none.
size_t footnotes_size(std::span<const Character> characters, size_t at);

/// Characters of the mark of a list's item that begins at `at` and ends before white space: 1. 2)
/// (3) 1.2. a) IV. [x]; 0: there is none.
size_t item_mark_size(std::span<const Character> characters, size_t at);

}  // namespace regard::text
