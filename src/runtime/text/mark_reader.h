#pragma once
#include <cstddef>
#include <string_view>

#include "text/characters.h"
#include "text/copied_items.h"
#include "text/function_words.h"
#include "text/line_reader.h"

namespace regard::text {

/// Finds the ends of marks that are not part of a word.
class MarkReader : protected ReadText {
 public:
  explicit MarkReader(std::string_view text) : ReadText(text) {}

 protected:
  /// The position after spaces, pictographs, emoticons and footnote marks.
  size_t behind_marks(size_t at) const {
    while (at < characters_.size()) {
      size_t size = is_unicode_space(value(at)) || is_pictograph(value(at)) ? 1 : 0;
      if (size == 0) size = emoticon_size(characters_, at);
      if (size == 0) {
        size = footnotes_size(characters_, at);
        if (at + size < characters_.size() && !is_unicode_space(value(at + size))) size = 0;
      }
      if (size == 0) return at;
      at += size;
    }
    return at;
  }

  /// The position after symbols that separate two texts, such as an arrow, a relation sign, a
  /// middle dot or an emoji, before a space and a word; `at` if there are none.
  size_t behind_symbols(size_t at) {
    const char32_t first = value(at);
    size_t end = at;
    if (first == U'~' || first == U'\\') {
      ++end;
    } else {
      while (is_symbol(value(end))) ++end;
    }
    if (end == at) return at;
    const size_t next = behind_spaces(end);
    return next > end && is_letter(value(next)) ? end : at;
  }

  /// Whether symbols at `at` separate the text since `begin` from the word at `next`: both sides
  /// are short and without function words ("black cat \u2192 white dog"), or a capital follows a
  /// content word ("Go to File \u2192 Open"). In "I \u2764 you", the symbol is part of the
  /// sentence.
  bool separates(size_t begin, size_t at, size_t next) const {
    constexpr size_t kLongest = 40;
    size_t word = at - 1;
    while (word > begin && at - word < kLongest && !is_unicode_space(value(word - 1))) --word;
    if (has_function_word(word, at)) return false;
    if (is_capital(value(next))) return true;
    size_t end = next;
    while (end < characters_.size() && end - next < kLongest && !is_symbol(value(end))) ++end;
    return at - begin < kLongest && end - next < kLongest && !has_function_word(begin, at) &&
           !has_function_word(next, end);
  }

 private:
  static bool is_symbol(char32_t value) {
    return is_pictograph(value) || value == U'\u00B7' ||
           (value >= 0x80 && category(value) == UTF8PROC_CATEGORY_SM);
  }

  bool has_function_word(size_t begin, size_t end) const {
    const FunctionWords words(text_of(begin, end));
    return words.english.any + words.french.any > 0;
  }
};

}  // namespace regard::text
