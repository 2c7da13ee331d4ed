#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "text/characters.h"
#include "text/copied_items.h"

namespace regard::text {

/// A text with its characters, words, white space and copied items. All positions are character
/// indices.
class ReadText {
 public:
  explicit ReadText(std::string_view text) : text_(text), characters_(characters_of(text)) {
    const auto first = std::ranges::find_if(characters_, is_letter, &Character::value);
    if (first != characters_.end()) first_letter_ = first->value;
  }

 protected:
  static constexpr size_t kLongestWord = 40;  // longest word to look up

  char32_t value(size_t at) const { return at < characters_.size() ? characters_[at].value : 0; }

  char32_t first_letter() const { return first_letter_; }  ///< 0 if there is none

  size_t behind_spaces(size_t at) {
    if (at >= spaces_begin_ && at < spaces_end_) return spaces_end_;
    spaces_begin_ = spaces_end_ = at;
    while (is_unicode_space(value(spaces_end_))) ++spaces_end_;
    return spaces_end_;
  }

  std::string_view text_of(size_t begin, size_t end) const {
    if (begin >= end) return {};
    return text_.substr(characters_[begin].begin,
                        characters_[end - 1].end - characters_[begin].begin);
  }

  /// The run of letters that begins at `at`, limited to kLongestWord.
  std::string_view letters_at(size_t at) const {
    size_t end = at;
    while (end - at < kLongestWord && is_letter(value(end))) ++end;
    return text_of(at, end);
  }

  bool is_alone(size_t at) const {
    const bool is_behind_space = at == 0 || is_unicode_space(value(at - 1));
    return is_behind_space && (at + 1 >= characters_.size() || is_unicode_space(value(at + 1)));
  }

  /// The copied items, computed only once a possible sentence boundary has been found.
  const std::vector<CopiedItem>& items() {
    if (!items_) items_ = copied_items(text_);
    return *items_;
  }

  size_t byte_at(size_t at) const {
    return at < characters_.size() ? characters_[at].begin : text_.size();
  }

  /// Whether the character at `at` and the one before it belong to one copied item.
  bool is_in_item(size_t at) {
    const size_t byte = byte_at(at);
    const auto next = std::ranges::lower_bound(items(), byte, {}, &CopiedItem::begin);
    return next != items().begin() && std::prev(next)->end > byte;
  }

  /// The copied item that ends before the character at `at`; empty if none.
  std::string_view item_before(size_t at) {
    const auto next = std::ranges::lower_bound(items(), byte_at(at), {}, &CopiedItem::begin);
    if (next == items().begin() || std::prev(next)->end != byte_at(at)) return {};
    return text_.substr(std::prev(next)->begin, std::prev(next)->end - std::prev(next)->begin);
  }

  /// The end of the copied item that begins at `at`; `at` if none.
  size_t behind_item(size_t at) {
    const auto item = std::ranges::lower_bound(items(), byte_at(at), {}, &CopiedItem::begin);
    if (at >= characters_.size() || item == items().end() || item->begin != byte_at(at)) return at;
    const auto end = std::ranges::lower_bound(characters_, item->end, {}, &Character::begin);
    return static_cast<size_t>(end - characters_.begin());
  }

  /// The end of the adjacent copied items that begin at `at`, if white space follows them
  /// ("late.[^1] He", "late.&nbsp; He"); otherwise `at`.
  size_t behind_glued_items(size_t at) {
    size_t end = at;
    for (size_t next = behind_item(end); next > end; next = behind_item(end)) end = next;
    return is_unicode_space(value(end)) ? end : at;
  }

 private:
  size_t spaces_begin_ = 0, spaces_end_ = 0;  // the most recently counted run of spaces
  char32_t first_letter_ = 0;
  std::optional<std::vector<CopiedItem>> items_;

 protected:
  std::string_view text_;
  std::vector<Character> characters_;
};

inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Reads the lines of a plain or gzip-compressed text file, or of standard input ("-"). Lines end
/// only with \n; U+2028 and similar are ordinary characters. Removes a \r before the \n and a byte
/// order mark at the start. The last line may lack a line end. A line longer than
/// limits::kLineBytes is truncated with a warning. A file whose only line ends are \r causes an
/// Error; the first \r inside a line of any other file causes a warning. UTF-16 and UTF-32 cause an
/// Error.
class LineReader {
 public:
  enum class Encoding { checked, repaired, as_is };

  /// Throws Error if the file is missing, unreadable or a directory. A file that starts like a .gz
  /// file is decompressed, regardless of its name. `checked`: invalid UTF-8 in a line causes an
  /// Error (file:line:column); `repaired`: invalid bytes become U+FFFD; `as_is`: they are kept.
  explicit LineReader(const std::string& path, Encoding encoding = Encoding::checked);
  /// Reads a finite source, plain or gzip-compressed; `name` is for messages. Throws the source's
  /// exceptions.
  LineReader(std::unique_ptr<ByteSource> bytes, const std::string& name, Encoding encoding);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  /// Reads the next line; false at the end. Throws Error for invalid UTF-8 and a damaged .gz file.
  bool next(std::string& line);
  /// Whether `next` can return without waiting for more input; also true at the end of the input.
  bool ready();
  /// The terminator of the last line: \n or \r\n; at the end of the input, \r or nothing.
  std::string_view end() const;
  /// Whether the file begins with a byte order mark. Valid once a line has been read.
  bool has_byte_order_mark() const;
  /// Number of lines read, which is the 1-based number of the last line.
  int64_t line_number() const;
  /// The last line's "file:line", for messages.
  std::string where() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace regard::text
