#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regard::bitext {

/// A string of a message catalogue, which may go on over lines, with its escapes resolved.
struct PoString {
  std::string keyword;  ///< "msgstr[1]"
  std::string text;
  size_t begin = 0, end = 0;  ///< in the file, from the first quote to behind the last one
};

/// A message of a catalogue.
struct PoEntry {
  int64_t line = 0;  ///< of its msgid, from 1; 0: only flags so far
  bool is_fuzzy = false;
  std::string flags;  ///< of its lines "#,"
  PoString context, id, plural;
  bool has_id = false, has_plural = false;
  std::vector<PoString> translations;
  std::string wrong;  ///< what breaks the grammar first; empty: nothing
};

/// Reads the message catalogues of gettext, as translators edit them, line by line. Obsolete
/// messages (#~) are comments.
class PoScanner {
 public:
  /// Takes a line, which begins at a byte of the file. An entry that it ends.
  std::optional<PoEntry> take(std::string_view line, int64_t number, size_t offset = 0);
  /// The last entry.
  std::optional<PoEntry> finish();

 private:
  void take_comment(std::string_view line);
  void begin_string(std::string_view keyword);
  void append(std::string_view quoted);
  void note_wrong(const std::string& what);

  PoEntry entry_;
  PoString* string_ = nullptr;  // the string that lines in quotes continue
  std::optional<PoEntry> finished_;
  int64_t number_ = 0;          // of the line
  const char* line_ = nullptr;  // where it begins
  size_t offset_ = 0;
};

/// A text as a string of a catalogue has it, without quotes.
std::string po_escaped(std::string_view text);

}  // namespace regard::bitext
