#include "alignment/words.h"

#include <algorithm>
#include <string>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::alignment {
namespace {

constexpr std::string_view kEnglishEndings[] = {"s", "re", "ve", "ll", "d", "m"};
constexpr std::string_view kFrenchPronouns[] = {"je",  "tu",    "il",  "elle", "on", "nous", "vous",
                                                "ils", "elles", "moi", "toi",  "le", "la",   "les",
                                                "lui", "leur",  "en",  "y",    "ce", "t"};
constexpr std::string_view kElisions[] = {"l", "d",  "j",     "m",      "t",      "s",     "c",
                                          "n", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu"};
constexpr std::string_view kBeginningsOfWhole[] = {"aujourd", "quelqu", "presqu", "prud"};

template <size_t Size>
bool is_in(std::string_view word, const std::string_view (&list)[Size]) {
  return std::ranges::find(list, text::in_lower_case(word)) != std::end(list);
}

bool is_apostrophe(char32_t character) { return character == '\'' || character == 0x2019; }

/// Splits a sentence from left to right.
class Cutter {
 public:
  explicit Cutter(std::string_view sentence)
      : sentence_(sentence), characters_(text::characters_of(sentence)) {}

  std::vector<std::string_view> words() {
    while (at_ < characters_.size()) {
      if (text::is_blank(value(at_))) {
        begin_ = ++at_;
      } else if (text::is_of_word(value(at_))) {
        read_word();
      } else if (is_part_of_word()) {
        at_ = end_of_letters(at_ + 1);
        end_word(at_);
      } else {
        const char32_t mark = value(at_);
        while (at_ < characters_.size() && value(at_) == mark) ++at_;
        end_word(at_);
      }
    }
    return std::move(words_);
  }

 private:
  char32_t value(size_t at) const { return at < characters_.size() ? characters_[at].value : 0; }
  size_t end_of_letters(size_t at) const {
    while (at < characters_.size() && text::is_of_word(value(at))) ++at;
    return at;
  }
  std::string_view between(size_t begin, size_t end) const {
    if (begin >= end) return {};
    return sentence_.substr(characters_[begin].begin,
                            characters_[end - 1].end - characters_[begin].begin);
  }
  static bool is_digit(char32_t character) { return character >= '0' && character <= '9'; }

  /// Whether 's or -vous begins here as a separate token, as in text that is already tokenized.
  bool is_part_of_word() const {
    if (at_ > 0 && !text::is_blank(value(at_ - 1))) return false;
    const auto letters = between(at_ + 1, end_of_letters(at_ + 1));
    if (value(at_) == '-') return is_in(letters, kFrenchPronouns);
    return is_apostrophe(value(at_)) && is_in(letters, kEnglishEndings);
  }

  void end_word(size_t end) {
    if (end > begin_) words_.push_back(between(begin_, end));
    begin_ = end;
  }

  void read_word() {
    while (text::is_of_word(value(at_))) {
      at_ = end_of_letters(at_);
      const size_t next_end = end_of_letters(at_ + 1);
      const bool goes_on = next_end > at_ + 1;
      if (is_apostrophe(value(at_)) && goes_on) {
        read_apostrophe(next_end);
      } else if (value(at_) == '-' && goes_on) {
        if (is_in(between(at_ + 1, next_end), kFrenchPronouns)) end_word(at_);
        ++at_;
      } else if (is_in_number() || ends_elision()) {
        ++at_;
      }
    }
    end_word(at_);
  }

  bool is_in_number() const {
    return text::is_among(value(at_), U".,:") && is_digit(value(at_ - 1)) &&
           is_digit(value(at_ + 1));
  }
  /// Whether the apostrophe here, before a blank or a quotation mark, ends an elision such as l'.
  bool ends_elision() const {
    return is_apostrophe(value(at_)) && is_in(between(begin_, at_), kElisions);
  }

  void read_apostrophe(size_t next_end) {
    const auto after = between(at_ + 1, next_end);
    const bool negates =
        (after == "t" || after == "T") && at_ > begin_ && text::lower(value(at_ - 1)) == 'n';
    if (negates) {
      end_word(at_ - 1);
      at_ = next_end;
    } else if (is_in(after, kEnglishEndings)) {
      end_word(at_);
      at_ = next_end;
    } else {
      const bool is_whole = is_in(between(begin_, at_), kBeginningsOfWhole);
      ++at_;
      if (!is_whole) end_word(at_);
    }
  }

  std::string_view sentence_;
  std::vector<text::Character> characters_;
  std::vector<std::string_view> words_;
  size_t begin_ = 0, at_ = 0;
};

}  // namespace

std::vector<std::string_view> words_of(std::string_view sentence) {
  return Cutter(sentence).words();
}

std::vector<std::string_view> words_between_blanks(std::string_view sentence) {
  std::vector<std::string_view> words;
  for (sentence = trimmed(sentence); !sentence.empty(); sentence = trimmed(sentence)) {
    const size_t size = std::min(sentence.find_first_of(kBlanks), sentence.size());
    words.push_back(sentence.substr(0, size));
    sentence.remove_prefix(size);
  }
  return words;
}

}  // namespace regard::alignment
