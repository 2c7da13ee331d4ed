#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regard::bitext {

/// A string of a message catalog, possibly over several lines, with escapes resolved.
struct PoString {
  std::string keyword;  ///< "msgstr[1]"
  std::string text;
  size_t begin = 0, end = 0;  ///< byte offsets in the file: at the first quote, after the last
};

/// A message of a catalog.
struct PoEntry {
  int64_t line = 0;  ///< line of the msgid, from 1; 0: only flags so far
  bool is_fuzzy = false;
  std::string flags;  ///< content of the "#," lines
  PoString context, id, plural;
  bool has_id = false, has_plural = false;
  std::vector<PoString> translations;
  std::string wrong;  ///< the first syntax error; empty: none
};

/// Reads editable gettext message catalogs line by line. Obsolete messages (#~) count as
/// comments.
class PoScanner {
 public:
  /// Parses a line, which begins at byte `offset` of the file. Returns the entry that it completes.
  std::optional<PoEntry> take(std::string_view line, int64_t number, size_t offset = 0);
  /// Returns the last entry.
  std::optional<PoEntry> finish();

 private:
  void take_comment(std::string_view line);
  void begin_string(std::string_view keyword);
  void append(std::string_view quoted);
  void note_wrong(const std::string& what);

  PoEntry entry_;
  PoString* string_ = nullptr;  // the string that quoted lines continue
  std::optional<PoEntry> finished_;
  int64_t number_ = 0;          // number of the current line
  const char* line_ = nullptr;  // start of the current line
  size_t offset_ = 0;
};

/// Escapes a text for a catalog string, without quotes.
std::string po_escaped(std::string_view text);

}  // namespace regard::bitext
