#include "documents/pdf_text.h"

#include <algorithm>
#include <set>
#include <vector>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::documents {
namespace {

constexpr auto kAbsent = std::string_view::npos;

struct Paragraph {
  std::string text;
  size_t page;
};

/// Trims a line and collapses its white space.
std::string tidy(std::string_view line) {
  std::string result;
  for (const char c : trimmed(line)) {
    const bool is_space = c == ' ' || c == '\t';
    if (!is_space) {
      result += c;
    } else if (!result.ends_with(' ')) {
      result += ' ';
    }
  }
  return result;
}

bool has_letter(std::string_view text) {
  return std::ranges::any_of(text::characters_of(text),
                             [](const auto& one) { return text::is_letter(one.value); });
}

bool begins_small(std::string_view text) {
  return !text.empty() && text::is_small(first_code_point(text).value);
}

bool ends_sentence(std::string_view text) {
  constexpr std::u32string_view kClosing = U"\"')]\u00BB\u201D\u2019 \u00A0";
  constexpr std::u32string_view kEnds = U".!?:;\u2026";
  while (!text.empty() && text::is_among(last_code_point(text), kClosing)) {
    text.remove_suffix(last_character_size(text));
  }
  return !text.empty() && text::is_among(last_code_point(text), kEnds);
}

/// Whether a line begins a list item: "- ", "• ", "3. ", "a) ".
bool begins_item(std::string_view line) {
  const size_t space = line.find(' ');
  if (space == kAbsent || space == 0) return false;
  const auto mark = line.substr(0, space);
  constexpr std::u32string_view kMarks = U"-*\u2022\u2013\u2014\u25AA\u25CF\u25E6\u2023\u2043";
  if (mark.size() == last_character_size(mark))
    return text::is_among(last_code_point(mark), kMarks);
  constexpr size_t kLongest = 4;
  const bool is_number = mark.size() <= kLongest && text::is_among(mark.back(), ".)") &&
                         std::ranges::all_of(mark.substr(0, mark.size() - 1), is_ascii_digit);
  return is_number || (mark.size() == 2 && mark[1] == ')' && is_ascii_letter(mark[0]));
}

/// Whether a line begins a section: "4.4.5 A heading".
bool begins_section(std::string_view line) {
  const auto mark = line.substr(0, line.find(' '));
  return mark.size() < line.size() && std::ranges::count(mark, '.') > 1 &&
         std::ranges::all_of(mark, [](char c) { return c == '.' || is_ascii_digit(c); });
}

/// Size in bytes of a hyphen that divides a word at the end of a line; 0 if there is none.
size_t hyphen_size(std::string_view line) {
  if (line.empty()) return 0;
  const char32_t last = last_code_point(line);
  if (!text::is_among(last, U"-\u2010\u00AD")) return 0;
  const size_t size = last_character_size(line);
  const auto before = line.substr(0, line.size() - size);
  return !before.empty() && text::is_letter(last_code_point(before)) ? size : 0;
}

/// The last or the first word of a text, in lowercase; words consist of letters and hyphens.
std::string word_at(std::string_view text, bool is_last) {
  std::vector<std::string> words(1);
  for (const auto& character : text::characters_of(text)) {
    const bool is_of_word = text::is_letter(character.value) || character.value == U'-';
    if (is_of_word) {
      append_utf8(text::lower(character.value), words.back());
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  return is_last ? words.back() : words.front();
}

class Joiner {
 public:
  explicit Joiner(std::string_view text) {
    size_t page = 0;
    while (!text.empty()) {
      const size_t end = std::min(text.find('\f'), text.size());
      pages_.emplace_back();
      read_page(text.substr(0, end), page++);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    for (const auto& page_lines : pages_) {
      for (const auto& line : page_lines) note_hyphenated(line);
    }
  }

  std::string text() {
    for (size_t page = 0; page < pages_.size(); ++page) {
      auto& lines = pages_[page];
      for (size_t begin = 0; begin < lines.size();) {
        if (lines[begin].empty()) {
          ++begin;
          continue;
        }
        size_t end = begin;
        while (end < lines.size() && !lines[end].empty()) ++end;
        add_block({lines.begin() + static_cast<std::ptrdiff_t>(begin),
                   lines.begin() + static_cast<std::ptrdiff_t>(end)},
                  page);
        begin = end;
      }
    }
    std::string text;
    for (const auto& paragraph : paragraphs_) {
      if (!text.empty()) text += '\n';
      text += paragraph.text + '\n';
    }
    return text;
  }

 private:
  void read_page(std::string_view text, size_t page) {
    while (!text.empty()) {
      const size_t end = std::min(text.find('\n'), text.size());
      pages_[page].push_back(tidy(text.substr(0, end)));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  /// Records words hyphenated within a line: they keep their hyphen when a line end divides them.
  void note_hyphenated(std::string_view line) {
    while (!line.empty()) {
      const size_t space = std::min(line.find(' '), line.size());
      const auto word = word_at(line.substr(0, space), false);
      if (word.find('-') != std::string::npos && !word.ends_with('-')) hyphenated_.insert(word);
      line.remove_prefix(std::min(space + 1, line.size()));
    }
  }

  /// Adds lines without a blank line between them: one or more paragraphs.
  void add_block(const std::vector<std::string>& lines, size_t page) {
    size_t widest = 0;
    for (const auto& line : lines) widest = std::max(widest, decode_utf8(line).size());
    for (size_t number = 0; number < lines.size(); ++number) {
      const auto& line = lines[number];
      const bool goes_on =
          number == 0 ? goes_on_over_page(line, page) : goes_on_in(lines[number - 1], line, widest);
      if (goes_on) {
        join(number == 0 ? last_with_letters()->text : paragraphs_.back().text, line);
      } else {
        paragraphs_.push_back({line, page});
      }
    }
  }

  std::vector<Paragraph>::iterator last_with_letters() {
    const auto found = std::find_if(paragraphs_.rbegin(), paragraphs_.rend(),
                                    [](const auto& one) { return has_letter(one.text); });
    return found == paragraphs_.rend() ? paragraphs_.end() : std::prev(found.base());
  }

  /// Whether the first block of a page continues the last block of the previous page, possibly with
  /// a page number between them.
  bool goes_on_over_page(std::string_view line, size_t page) {
    const auto before = last_with_letters();
    return before != paragraphs_.end() && before->page + 1 == page && begins_small(line) &&
           !ends_sentence(before->text);
  }

  /// Whether a line belongs to the paragraph of the previous line. A line clearly narrower than its
  /// block ends its paragraph.
  static bool goes_on_in(std::string_view before, std::string_view line, size_t widest) {
    if (begins_item(line)) return false;
    if (begins_small(line) || hyphen_size(before) > 0) return true;
    if (begins_section(before)) return false;
    constexpr size_t kTenth = 10, kEnd = 8, kHeading = 6;  // widths in tenths
    const size_t width = kTenth * decode_utf8(before).size();
    return width >= (ends_sentence(before) ? kEnd : kHeading) * widest;
  }

  void join(std::string& text, std::string_view line) const {
    const size_t size = hyphen_size(text);
    if (size == 0 || !begins_small(line)) {
      text += size > 0 ? "" : " ";  // "Anglo-" and "Norman"
    } else {
      const bool is_soft = last_code_point(text) == U'\u00AD';
      const auto whole = word_at(text, true) + word_at(line, false);
      if (is_soft || !hyphenated_.contains(whole)) text.resize(text.size() - size);
    }
    text += line;
  }

  std::vector<std::vector<std::string>> pages_;  // lines of each page
  std::set<std::string> hyphenated_;
  std::vector<Paragraph> paragraphs_;
};

}  // namespace

std::string paragraphs_of_pdf(std::string_view text) { return Joiner(text).text(); }

}  // namespace regard::documents
