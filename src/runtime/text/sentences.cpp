#include "text/sentences.h"

#include <algorithm>
#include <optional>
#include <string>

#include "base/utf8.h"
#include "text/characters.h"
#include "text/copied_items.h"
#include "text/link_spans.h"
#include "text/mark_reader.h"
#include "text/marked_words.h"
#include "text/sentence_words.h"

namespace regard::text {
namespace {

class Splitter : MarkReader {
 public:
  explicit Splitter(std::string_view text) : MarkReader(text) {}

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
        // In a run of end marks, only the last one matters.
        while (ends_sentence(value(at)) && ends_sentence(value(at + 1))) ++at;
      }
    }
    if (begin_ < characters_.size()) sentences.push_back(text_.substr(characters_[begin_].begin));
    return sentences;
  }

 private:
  static constexpr size_t kNoDash = std::string_view::npos;

  /// Start of the next sentence if one ends with the character at `at`.
  std::optional<size_t> next_sentence(size_t at) {
    const auto next = candidate(at);
    const bool is_within =
        next && (is_in_item(*next) || links_.hold(byte_at(*next), text_, items()));
    return is_within ? std::nullopt : next;
  }

  std::optional<size_t> candidate(size_t at) {
    const char32_t mark = value(at);
    if (ends_sentence(mark)) return is_in_item(at + 1) ? std::nullopt : behind_mark(at);
    if (is_unicode_space(mark) && mark != U' ') return behind_separator(at);
    if (is_among(mark, kSeparators) && is_alone(at)) return not_end(behind_spaces(at + 1));
    if (is_among(mark, U"-\u2013\u2014")) return behind_dash(at);
    std::optional<size_t> next;
    if (is_among(mark, U":;=") || is_face(mark)) next = behind_emoticon(at);
    if (mark == U'<' || mark == U'\\') next = beside_break(at);
    return next ? next : beside_symbols(at);
  }

  std::optional<size_t> not_end(size_t at) const {
    return at < characters_.size() ? std::optional(at) : std::nullopt;
  }

  /// The position after a tab, page end, paragraph end or line end, unless wrapping put it there.
  std::optional<size_t> behind_separator(size_t at) {
    const char32_t separator = value(at);
    const bool ends_line = is_among(separator, U"\n\r\u0085\u2028");
    if (!ends_line && !is_among(separator, U"\t\v\f\u2029")) return std::nullopt;
    const size_t next = behind_spaces(at);
    return ends_line && is_small(value(next)) ? std::nullopt : not_end(next);
  }

  /// The start or end of a written break, which is a separate piece unless the sentence continues.
  std::optional<size_t> beside_break(size_t at) {
    const auto rest = text_.substr(characters_[at].begin);
    const size_t size = written_break_size(rest);
    if (size == 0) return std::nullopt;
    const size_t next = behind_spaces(at + size);  // the break is ASCII
    if (at == begin_) return not_end(next);
    size_t before = at;
    while (before > begin_ && is_unicode_space(value(before - 1))) --before;
    const bool is_behind_mark = before > begin_ && ends_sentence(value(before - 1));
    const bool is_tab = rest.starts_with("\\t") && behind_item(at) == at + 2;
    if (is_small(value(next)) && !is_behind_mark && !is_tab) return std::nullopt;
    return at;
  }

  /// The start or end of symbols between labels, which form a separate piece: "cat \u2192 dog".
  std::optional<size_t> beside_symbols(size_t at) {
    if (at == 0 || (at > begin_ && !is_unicode_space(value(at - 1)))) return std::nullopt;
    const size_t end = behind_symbols(at);
    if (end == at) return std::nullopt;
    const size_t next = behind_spaces(end);
    if (at == begin_) return next;
    return separates(begin_, at, next) ? std::optional(at) : std::nullopt;
  }

  /// The position of a dash between two clauses: the only one in the sentence, before a subject.
  std::optional<size_t> behind_dash(size_t at) {
    const bool is_long = value(at) == U'\u2014';
    const size_t end = at + (value(at) == U'-' && value(at + 1) == U'-' ? 2 : 1);
    if (value(at) == U'-' && end == at + 1) return std::nullopt;
    const bool is_first = dash_ < begin_ || dash_ == kNoDash;
    dash_ = at;
    const size_t next = behind_spaces(end);
    const bool has_spaces = next > end && at > begin_ && is_unicode_space(value(at - 1));
    if (at == begin_ || !is_first || !(is_long || has_spaces)) return std::nullopt;
    const auto word = letters_at(next);
    if (!is_in(word, kSubjects)) return std::nullopt;
    for (size_t other = next; other < characters_.size(); ++other) {
      if (ends_sentence(value(other))) break;
      if (is_among(value(other), U"\u2013\u2014")) return std::nullopt;
    }
    return at;
  }

  /// The end of an emoticon that follows words without an end mark and precedes a capital letter.
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
    const bool is_single = end == mark + 1 && value(mark) != U'\u2026';
    const bool is_period = value(mark) == U'.' && is_single;
    size_t at = behind_closing(end);
    at += footnotes_size(characters_, at);
    at = behind_glued_items(at);
    const size_t next = behind_marks(at);
    if (next == at) return glued_sentence(mark, end, is_period);
    if (next == characters_.size()) return std::nullopt;
    const bool is_small_one = is_single && at == end && begins_small_sentence(mark, next);
    if (!can_begin(next, is_single) && !is_small_one) return std::nullopt;
    if (is_period && (is_abbreviation(mark, next) || is_item(mark))) return std::nullopt;
    return next;
  }

  /// The position after closing quotes and brackets. French has a space before its closing quote.
  size_t behind_closing(size_t at) {
    while (true) {
      const bool is_emphasis = is_among(value(at), U"*_~`") && !is_unicode_space(value(at - 1));
      if (is_emphasis ||
          (closes(value(at)) && !(is_unicode_space(value(at - 1)) && opens(value(at))))) {
        ++at;
      } else if (is_unicode_space(value(at)) && value(at + 1) == U'\u00BB') {
        at += 2;
      } else if (const size_t end = behind_closing_tag(at); end > at) {
        at = end;
      } else {
        return at;
      }
    }
  }

  /// The position after a closing tag; `at` if there is none.
  size_t behind_closing_tag(size_t at) {
    const bool closes = value(at) == U'<' && value(at + 1) == U'/';
    return closes && written_break_size(text_.substr(byte_at(at))) == 0 ? behind_item(at) : at;
  }

  /// Whether a sentence can begin at `at`, after any opening quotes and tags: with a capital
  /// letter, digit, letter without case, list mark or, after a single end mark, a copied item.
  bool can_begin(size_t at, bool is_behind_single) {
    if (is_capital(value(at)) || item_mark_size(characters_, at) > 0) return true;
    while (at < characters_.size()) {
      const size_t tag = value(at) == U'<' ? behind_item(at) : at;
      const bool is_space =
          is_unicode_space(value(at)) && at > 0 && (opens(value(at - 1)) || value(at - 1) == U'>');
      if (is_behind_single && tag == at && behind_item(at) > at) return true;
      if (tag == at && !opens(value(at)) && !is_space) break;
      at = std::max(tag, at + 1);
    }
    return at < characters_.size() && !is_small(value(at)) && !is_unicode_space(value(at)) &&
           !is_among(value(at), U",;:.!?");
  }

  /// Whether a sentence begins with a small letter at `next`: not after an abbreviation, and only
  /// if the next word typically begins sentences or the text itself begins with a small letter.
  bool begins_small_sentence(size_t mark, size_t next) {
    const auto word = letters_at(next);
    if (!is_small(value(next)) || word.empty()) return false;
    size_t begin = mark;
    while (begin > begin_ && is_unicode_space(value(begin - 1))) --begin;  // Vrai ?
    const size_t end = begin;
    begin = begin_of_word(end);
    const auto before = text_of(begin, end);
    const auto is_in_word = [&](size_t at) { return is_letter(value(at)) || value(at) == U'\''; };
    for (size_t at = begin; at < end; ++at) {
      if (!is_in_word(at)) return false;
    }
    if (end < begin + 2 || is_abbreviated(before) || is_abbreviated(with_capital(before)) ||
        is_in(before, kBeforeSmall)) {
      return false;
    }
    if (end < mark) return is_in(word, kSubjects);
    if (is_small(first_letter())) return true;
    return is_in(with_capital(word), kBeginnings);
  }

  size_t begin_of_word(size_t end) const {
    size_t begin = end;
    while (begin > begin_ && end - begin < kLongestWord && !is_unicode_space(value(begin - 1)) &&
           !opens(value(begin - 1))) {
      --begin;
    }
    return begin;
  }

  static bool is_abbreviated(std::string_view word) {
    return is_in(word, kAlwaysAbbreviated) || is_in(word, kBeforeNumbers) ||
           is_in(word, kBeforeNames);
  }

  /// Whether a word that typically begins sentences starts here, possibly before an apostrophe.
  bool begins_sentences(size_t at) const { return is_in(letters_at(at), kBeginnings); }

  /// Whether the period at `mark` belongs to the word before it. `next` is where the text after the
  /// period continues.
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
    // A single capital letter is an initial, except "I" and, before a common word, "A".
    return mark - begin == 1 && is_capital(value(begin)) && value(begin) != U'I' &&
           is_capital(value(next));
  }

  /// Whether the period at `mark` belongs to a list item's number, before the item's words.
  bool is_item(size_t mark) const {
    size_t at = begin_;
    const size_t last = std::min(mark, begin_ + kLongestWord);
    while (at < last && (is_unicode_space(value(at)) || opens(value(at)) || value(at) == U'>'))
      ++at;
    return at < last && at + item_mark_size(characters_, at) == mark + 1;
  }

  /// The start of a sentence that follows without a space: "happy.Where", "Hello!I".
  std::optional<size_t> glued_sentence(size_t mark, size_t end, bool is_period) {
    size_t next = end;
    while (is_among(value(next), U")]\u00BB\u201D")) ++next;
    while (behind_closing_tag(next) > next) next = behind_closing_tag(next);
    next += footnotes_size(characters_, next);
    if (next < characters_.size() && is_among(value(mark), kMarksWithoutSpace)) return next;
    if (const auto behind = behind_glued_item(mark, next)) return behind;
    const auto letters = letters_at(next);
    const bool begins = is_capital(value(next)) || (is_period && is_in(letters, kGluedBeginnings));
    if (letters.empty() || mark == begin_ || !begins) return std::nullopt;
    const size_t behind = next + decode_utf8(letters).size();
    if (is_among(value(behind), U"=&_/@(\\<:") || is_digit(value(behind))) return std::nullopt;
    const bool is_word = is_small(value(next + 1)) || !is_letter(value(next + 1));
    if (!is_period && next == end) {
      if (!is_letter(value(mark - 1)) && !is_unicode_space(value(mark - 1))) return std::nullopt;
    } else if (!is_word || (is_period && !parts_words(mark, next, letters))) {
      return std::nullopt;
    }
    return next;
  }

  /// The position after a placeholder between two sentences without a space ("late.%sHe"), or
  /// before an opening tag ("late.<i>He").
  std::optional<size_t> behind_glued_item(size_t mark, size_t at) {
    if (mark == begin_ || !is_letter(value(mark - 1)) || !is_among(value(at), U"%{$<"))
      return std::nullopt;
    const size_t end = behind_item(at);
    const size_t next = behind_spaces(end);
    if (end == at || !is_capital(value(next))) return std::nullopt;
    return value(at) == U'<' ? at : next;
  }

  /// Whether a period without a space separates two words that are not parts of a name.
  bool parts_words(size_t mark, size_t next, std::string_view letters) {
    if (is_in(lower_ascii(letters), kEndsOfNames)) return false;
    const size_t behind = next + decode_utf8(letters).size();
    if (value(behind) == U'.' && is_of_word(value(behind + 1))) return false;
    if (value(behind) == U'.' && letters.size() == 1) return false;
    size_t begin = mark;
    while (begin > begin_ && mark - begin < kLongestWord && is_letter(value(begin - 1))) --begin;
    const bool is_whole = begin == begin_ || is_unicode_space(value(begin - 1)) ||
                          opens(value(begin - 1)) || value(begin - 1) == U'\u2019';
    const bool is_number = begin == mark && is_digit(value(mark - 1));
    // An address or a placeholder may have members after the period.
    const bool is_behind_item = item_before(mark).find_first_of(".%{") != std::string_view::npos;
    if (is_number || closes(value(mark - 1)) || is_behind_item) return begins_sentences(next);
    if (!is_whole || mark - begin < 2) return false;
    const bool is_first = begin == begin_;
    if (is_capital(value(begin)) || is_first) return begins_sentences(next);
    return is_small(value(mark - 1));
  }

  size_t begin_ = 0;       // start of the sentence
  size_t dash_ = kNoDash;  // position of the last dash
  LinkSpans links_;
};

class SentenceMaker {
 public:
  explicit SentenceMaker(std::string_view text) : text_(text) {}

  void add(std::string_view piece) {
    const auto words = is_written_break(piece) ? "" : words_between_marks(margins_of(piece).words);
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
  size_t end_ = 0;  // end of the last sentence
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
