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

/// Words and phrases that the user wants kept in translations; case-sensitive.
class KeepList {
 public:
  /// Ignores blank texts.
  explicit KeepList(const std::vector<std::string>& texts);

  /// Size in bytes of the longest listed text that `text` begins with and that ends at a word's
  /// end; 0 if none. The caller ensures that a word begins there.
  size_t longest_at(std::string_view text) const;

  bool empty() const { return texts_.empty(); }

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::unordered_set<std::string, Hash, std::equal_to<>> texts_;
  std::set<size_t, std::greater<>> sizes_;  // sizes of the texts, longest first
};

/// The corpora that `regard download NAME` saves to data/NAME.
inline constexpr std::array<std::string_view, 2> kPublishedCorpora = {"multi30k", "tatoeba"};

/// The advice to give if the text file at this path cannot be opened.
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
  const KeepList* keep = nullptr;  ///< the user's words and phrases; may be null
};

/// The copied items of a text, in order and without overlap: program placeholders (%s, %1$d,
/// {name}, ${x}, {{y}}, $t(z), [X6X], ICU messages, tags), code in backquotes, formulas, options,
/// identifiers, URLs, email addresses, domains, IP addresses, file names, paths, hashtags,
/// mentions, numbers with units, words with digits, emoji, emoticons, symbols, footnote marks,
/// references, Markdown marks, and a leading list mark. An item may span lines. Takes linear time.
std::vector<CopiedItem> copied_items(std::string_view text, const CopyRules& rules = {});

/// Whether the text has a letter in any script.
bool has_letter(std::string_view text);

/// The words of a line or sentence, and the marks around them.
struct Margins {
  /// White space, list, quotation, heading and table marks, emoji.
  std::string_view before;
  std::string_view words;   ///< empty if there is no letter; `before` is then the whole text
  std::string_view behind;  ///< white space, emoji, emoticons, footnote marks
};

Margins margins_of(std::string_view text);

/// Size in characters of the emoticon (:-) or <3) that begins at `at` and is followed by white
/// space or the end; 0 if none.
size_t emoticon_size(std::span<const Character> characters, size_t at);

/// Size in characters of the footnote marks at `at`: [1], [a], [note 2], ², †; 0 if none.
size_t footnotes_size(std::span<const Character> characters, size_t at);

/// Size in characters of the list mark that begins at `at` and is followed by white space: 1. 2)
/// (3) 1.2. a) IV. [x]; 0 if none.
size_t item_mark_size(std::span<const Character> characters, size_t at);

}  // namespace regard::text
