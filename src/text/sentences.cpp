#include "regard/text/sentences.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "regard/base/ascii.h"
#include "regard/text/copied_items.h"
#include "regard/text/word_character.h"
#include "text/margins.h"
#include "text/sentence_words.h"
#include "text/text_characters.h"

namespace regard::text {
namespace {

class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text), characters_(characters_of(text)) {}

  std::vector<std::string_view> split() {
    std::vector<std::string_view> sentences;
    for (size_t at = 0; at < characters_.size(); ++at) {
      const auto next = next_sentence(at);
      if (next) {
        const size_t begin = characters_[begin_].begin;
        const size_t end = *next < characters_.size() ? characters_[*next].begin : text_.size();
        sentences.push_back(text_.substr(begin, end - begin));
        begin_ = *next;
        at = *next - 1;
      } else {
        // What follows them is the same.
        while (ends_sentence(value(at)) && ends_sentence(value(at + 1))) ++at;
      }
    }
    if (begin_ < characters_.size()) sentences.push_back(text_.substr(characters_[begin_].begin));
    return sentences;
  }

 private:
  static constexpr size_t kLongestWord = 40;  // of what is looked up

  char32_t value(size_t at) const { return at < characters_.size() ? characters_[at].value : 0; }

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

  /// Where the next sentence begins if one ends with the character at `at`.
  std::optional<size_t> next_sentence(size_t at) {
    const char32_t mark = value(at);
    if (ends_sentence(mark)) return behind_mark(at);
    if (is_unicode_space(mark) && mark != U' ') return behind_separator(at);
    if (mark == U'|' && is_alone(at)) return not_end(behind_spaces(at + 1));
    if (mark == U':' || mark == U';' || mark == U'=' || is_face(mark)) return behind_emoticon(at);
    return std::nullopt;
  }

  std::optional<size_t> not_end(size_t at) const {
    return at < characters_.size() ? std::optional(at) : std::nullopt;
  }

  bool is_alone(size_t at) const {
    const bool is_behind_space = at == 0 || is_unicode_space(value(at - 1));
    return is_behind_space && (at + 1 >= characters_.size() || is_unicode_space(value(at + 1)));
  }

  /// Tabs and ends of pages and paragraphs always end a sentence; a line may be wrapped.
  std::optional<size_t> behind_separator(size_t at) {
    const char32_t separator = value(at);
    const bool ends_line = is_one_of(separator, U"\n\r\u0085\u2028");
    if (!ends_line && !is_one_of(separator, U"\t\v\f\u2029")) return std::nullopt;
    const size_t next = behind_spaces(at);
    return ends_line && is_small(value(next)) ? std::nullopt : not_end(next);
  }

  /// A face behind words without an end mark, before a capital letter.
  std::optional<size_t> behind_emoticon(size_t at) {
    if (at == begin_ || !is_unicode_space(value(at - 1))) return std::nullopt;
    size_t end = at;
    while (is_pictograph(value(end))) ++end;
    if (end == at) end += emoticon_size(characters_, at);
    const size_t next = behind_spaces(end);
    if (end == at || next == end || !is_capital(value(next))) return std::nullopt;
    return next;
  }

  std::optional<size_t> behind_mark(size_t mark) {
    size_t end = mark + 1;
    while (ends_sentence(value(end))) ++end;  // "?!", "..."
    const bool is_period = value(mark) == U'.' && end == mark + 1;
    size_t at = behind_closing(end);
    at += footnotes_size(characters_, at);
    const size_t next = behind_marks(at);
    if (next == at) return glued_sentence(mark, end, is_period);
    if (next == characters_.size() || !can_begin(next)) return std::nullopt;
    if (is_period && (is_abbreviation(mark, next) || is_item(mark))) return std::nullopt;
    return next;
  }

  /// After closing quotes and brackets; French has a space before its quote.
  size_t behind_closing(size_t at) const {
    while (true) {
      const bool is_emphasis = is_one_of(value(at), U"*_~`") && !is_unicode_space(value(at - 1));
      if (is_emphasis ||
          (closes(value(at)) && !(is_unicode_space(value(at - 1)) && opens(value(at))))) {
        ++at;
      } else if (is_unicode_space(value(at)) && value(at + 1) == U'\u00BB') {
        at += 2;
      } else {
        return at;
      }
    }
  }

  /// After spaces, pictographs, emoticons and marks of footnotes.
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

  /// After opening quotes there must be a capital letter, a digit, or a letter without case.
  bool can_begin(size_t at) const {
    while (opens(value(at)) || (is_unicode_space(value(at)) && at > 0 && opens(value(at - 1))))
      ++at;
    return at < characters_.size() && !is_small(value(at)) && !is_unicode_space(value(at)) &&
           !is_one_of(value(at), U",;:.!?");
  }

  size_t begin_of_word(size_t end) const {
    size_t begin = end;
    while (begin > begin_ && end - begin < kLongestWord && !is_unicode_space(value(begin - 1)) &&
           !opens(value(begin - 1))) {
      --begin;
    }
    return begin;
  }

  /// The letters from `at` on.
  std::string_view letters_at(size_t at) const {
    size_t end = at;
    while (end - at < kLongestWord && is_letter(value(end))) ++end;
    return text_of(at, end);
  }

  /// A word that begins sentences: also one in front of an apostrophe.
  bool begins_sentences(size_t at) const { return is_in(letters_at(at), kBeginnings); }

  /// Whether the period at `mark` belongs to the word before it; `next` is what follows.
  bool is_abbreviation(size_t mark, size_t next) const {
    const size_t begin = begin_of_word(mark);
    const auto word = text_of(begin, mark);
    if (is_in(word, kAlwaysAbbreviated)) return true;
    if (is_in(word, kBeforeNumbers) && is_digit(value(next))) return true;
    if (word == "p" || word == "pp") return true;  // p. ex.
    if (is_in(word, kBeforeNames)) return !begins_sentences(next) && is_capital(value(next));
    const bool has_periods = mark - begin > 2 && value(mark - 2) == U'.';
    if (has_periods && is_capital(value(mark - 1))) {  // U.S.
      return is_capital(value(next)) && !begins_sentences(next);
    }
    // An initial; I, and A before what is not a name, are words.
    return mark - begin == 1 && is_capital(value(begin)) && value(begin) != U'I' &&
           is_capital(value(next));
  }

  /// Whether the period at `mark` is that of an item's number, which stands before its words.
  bool is_item(size_t mark) const {
    size_t at = begin_;
    const size_t last = std::min(mark, begin_ + kLongestWord);
    while (at < last && (is_unicode_space(value(at)) || opens(value(at)) || value(at) == U'>'))
      ++at;
    return at < last && at + item_mark_size(characters_, at) == mark + 1;
  }

  /// The next sentence, which begins without a space: "happy.Where", "Hello!I".
  std::optional<size_t> glued_sentence(size_t mark, size_t end, bool is_period) {
    size_t next = end;
    while (is_one_of(value(next), U")]\u00BB\u201D")) ++next;
    next += footnotes_size(characters_, next);
    const auto letters = letters_at(next);
    if (letters.empty() || mark == begin_ || !is_capital(value(next))) return std::nullopt;
    const size_t behind = next + decode_utf8(letters).size();
    if (is_one_of(value(behind), U"=&_/@(\\<:") || is_digit(value(behind))) return std::nullopt;
    const bool is_word = is_small(value(next + 1)) || !is_letter(value(next + 1));
    if (!is_period && next == end) {
      if (!is_letter(value(mark - 1)) && !is_unicode_space(value(mark - 1))) return std::nullopt;
    } else if (!is_word || (is_period && !parts_words(mark, next, letters))) {
      return std::nullopt;
    }
    return is_in_copied_item(characters_[mark].begin) ? std::nullopt : std::optional(next);
  }

  /// Whether a period without a space parts two words, and not those of a name.
  bool parts_words(size_t mark, size_t next, std::string_view letters) const {
    if (is_in(lower_ascii(letters), kEndsOfNames)) return false;
    const size_t behind = next + decode_utf8(letters).size();
    if (value(behind) == U'.' && is_of_word(value(behind + 1))) return false;
    if (value(behind) == U'.' && letters.size() == 1) return false;
    size_t begin = mark;
    while (begin > begin_ && mark - begin < kLongestWord && is_letter(value(begin - 1))) --begin;
    const bool is_whole = begin == begin_ || is_unicode_space(value(begin - 1)) ||
                          opens(value(begin - 1)) || value(begin - 1) == U'\u2019';
    const bool is_number = begin == mark && is_digit(value(mark - 1));
    if (is_number || closes(value(mark - 1))) return begins_sentences(next);
    if (!is_whole || mark - begin < 2) return false;
    const bool is_first = begin == begin_;
    if (is_capital(value(begin)) || is_first) return begins_sentences(next);
    return is_small(value(mark - 1));
  }

  /// Whether a byte is within an address or a name that is copied. Bytes only grow.
  bool is_in_copied_item(size_t byte) {
    if (!items_) items_ = copied_items(text_);
    while (item_ < items_->size() && (*items_)[item_].end <= byte) ++item_;
    return item_ < items_->size() && (*items_)[item_].begin <= byte;
  }

  std::string_view text_;
  std::vector<Character> characters_;
  size_t begin_ = 0;                          // of the sentence
  size_t spaces_begin_ = 0, spaces_end_ = 0;  // where spaces were counted last
  std::optional<std::vector<CopiedItem>> items_;
  size_t item_ = 0;  // the first one that ends behind what has been asked for
};

class SentenceMaker {
 public:
  explicit SentenceMaker(std::string_view text) : text_(text) {}

  void add(std::string_view piece) {
    const auto words = margins_of(piece).words;
    if (words.empty()) return;
    const auto begin = static_cast<size_t>(words.data() - text_.data());
    made_.sentences.push_back({.before = text_.substr(end_, begin - end_), .words = words});
    end_ = begin + words.size();
  }

  Sentences sentences() {
    made_.behind = text_.substr(end_);
    return std::move(made_);
  }

 private:
  std::string_view text_;
  Sentences made_;
  size_t end_ = 0;  // of the last sentence
};

}  // namespace

std::vector<std::string_view> split_sentences(std::string_view text) {
  return Splitter(text).split();
}

Sentences sentences_of(std::string_view text) {
  SentenceMaker maker(text);
  for (const auto piece : split_sentences(text)) maker.add(piece);
  return maker.sentences();
}

}  // namespace regard::text
