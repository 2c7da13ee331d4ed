#include "translate/translate_lines.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/utf8.h"
#include "regard/base/str.h"
#include "text/characters.h"
#include "text/sentences.h"
#include "translate/word_alignment.h"

namespace regard::translate {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kPairs = {
    {{"(", ")"},
     {"[", "]"},
     {"\"", "\""},
     {"'", "'"},
     {"\u201C", "\u201D"},
     {"\u2018", "\u2019"},
     {"\u00AB", "\u00BB"},
     {"*", "*"}}};

/// Words that French elides before a vowel, and the "s" of English "'s".
constexpr std::string_view kShortened[] = {"l", "d", "qu",     "n",     "j",      "m",     "t",
                                           "s", "c", "lorsqu", "jusqu", "puisqu", "quoiqu"};

/// Bytes [begin, end) to remove from the sentence; the bytes from text_begin to text_end are put
/// back later.
struct Cut {
  size_t begin, end;
  size_t text_begin, text_end;
};

class Cutter {
 public:
  explicit Cutter(std::string_view sentence) : sentence_(sentence) {}

  std::vector<Cut> cuts(const std::vector<text::CopiedItem>& items) const {
    std::vector<Cut> cuts;
    for (const auto& item : items) {
      auto cut = with_what_it_is_glued_to(item);
      take_pairs(cut);
      const bool joins = !cuts.empty() && !has_word(cuts.back().end, cut.begin);
      if (!joins) {
        cuts.push_back(cut);
      } else if (cut.end > cuts.back().end) {
        cuts.back().end = cut.end;
        cuts.back().text_end = cut.text_end;
      }
    }
    for (auto& cut : cuts) {
      take_pairs(cut);
      take_commas(cut);
    }
    return cuts;
  }

 private:
  std::string_view before(size_t at) const { return sentence_.substr(0, at); }
  std::string_view behind(size_t at) const { return sentence_.substr(at); }

  bool has_word(size_t begin, size_t end) const {
    return begin < end && has_word_character(sentence_.substr(begin, end - begin));
  }

  /// Extends an item by the text attached to it. A few letters next to a placeholder are not a word
  /// ({n}th, %dx). A possessive or hyphenated ending cannot be understood without the item.
  Cut with_what_it_is_glued_to(const text::CopiedItem& item) const {
    Cut cut = {item.begin, item.end, item.begin, item.end};
    const char first = sentence_[item.begin];
    const bool is_placeholder = first == '%' || first == '$' || first == '{' || first == '#';
    const auto text = sentence_.substr(item.begin, item.end - item.begin);
    if (is_placeholder && !is_paired_tag(text, sentence_)) {
      const size_t left = word_at_end(before(cut.begin)), right = word_at_begin(behind(cut.end));
      if (is_affix(sentence_.substr(cut.begin - left, left))) cut.begin -= left;
      if (is_affix(sentence_.substr(cut.end, right))) cut.end += right;
      cut.text_begin = cut.begin;
      cut.text_end = cut.end;
    }
    for (const std::string_view possessive : {"'s", "\u2019s"}) {
      const auto rest = behind(cut.end);
      if (rest.starts_with(possessive) && !begins_with_word(rest.substr(possessive.size()))) {
        cut.end += possessive.size();
      }
    }
    if (behind(cut.end).starts_with('-') && begins_with_word(behind(cut.end + 1))) ++cut.end;
    return cut;
  }

  /// Removes brackets and quotes that would be left empty.
  void take_pairs(Cut& cut) const {
    for (bool grows = true; grows;) {
      grows = false;
      for (const auto& [open, close] : kPairs) {
        const auto left = trimmed_end(before(cut.begin)), right = trimmed_begin(behind(cut.end));
        if (!left.ends_with(open) || !right.starts_with(close)) continue;
        const size_t begin = left.size() - open.size();
        if (open == close && begin > 0 && ends_with_word(before(begin))) continue;  // it's
        cut.text_begin = cut.begin = begin;
        cut.text_end = cut.end = sentence_.size() - right.size() + close.size();
        grows = true;
      }
    }
  }

  /// Removes commas that would be left by themselves.
  void take_commas(Cut& cut) const {
    const auto left = trimmed_end(before(cut.begin)), right = trimmed_begin(behind(cut.end));
    const char last = left.empty() ? '\0' : left.back();
    const char next = right.empty() ? '\0' : right.front();
    const bool is_behind_mark = last == '\0' || text::is_among(last, ",;:.!?(");
    if (next != '\0' && text::is_among(next, ",;:") && is_behind_mark) {
      cut.text_end = cut.end = sentence_.size() - right.size() + 1;
    } else if (last != '\0' && text::is_among(last, ",;:") && (next != '\0' || last != ':') &&
               (next == '\0' || text::is_among(next, ",;:.!?)"))) {
      cut.text_begin = cut.begin = left.size() - 1;
    }
  }

  std::string_view sentence_;
};

/// The separator between the texts before and after a cut.
std::string_view joint(std::string_view before, std::string_view behind, const LeftOut& left_out) {
  if (before.empty() || behind.empty()) return "";
  const bool spaced = left_out.space_before && left_out.space_after;
  const bool ends_word = ends_with_word(before), begins_word = begins_with_word(behind);
  if (left_out.space_before && !left_out.space_after && !begins_word) return "";
  if (left_out.space_after && !left_out.space_before && !ends_word) return "";
  if (spaced || left_out.space_before || left_out.space_after) return " ";
  const bool is_in_word = is_markup(left_out.text) && left_out.text != "&nbsp;" &&
                          !text::is_written_break(left_out.text);
  return is_in_word || !ends_word || !begins_word ? "" : " ";
}

/// Restores the full form of an elided word before an item: l' becomes le.
void complete_shortened_word(std::string& text) {
  for (const std::string_view apostrophe : {"'", "\u2019"}) {
    if (!text.ends_with(apostrophe)) continue;
    const auto rest = std::string_view(text).substr(0, text.size() - apostrophe.size());
    const auto word = rest.substr(rest.size() - word_at_end(rest));
    if (std::ranges::find(kShortened, lower_ascii(word)) == std::end(kShortened)) continue;
    text.resize(rest.size());
    text += 'e';
    return;
  }
}

/// Whether an item is a tag that begins directly before a word. The word begins the sentence as its
/// author wrote it, so it needs no capital.
bool is_tag_before_word(const LeftOut& item) {
  return item.touches_after && (item.is_paired_tag || item.text.starts_with('<'));
}

}  // namespace

bool is_paired_tag(std::string_view item, std::string_view sentence) {
  if (item.size() < 3 || !text::is_among(item.front(), "{[")) return false;
  const bool closes = item[1] == '/';
  const auto name = item.substr(closes ? 2 : 1);
  const auto partner = str(item.front(), closes ? "" : "/", name);
  const bool has_name = is_ascii_letter(name.front()) && text::is_among(item.back(), "}]");
  return has_name && sentence.find(partner) != std::string_view::npos;
}

Reading leave_out(std::string_view sentence, const std::vector<text::CopiedItem>& items) {
  Reading reading;
  size_t at = 0;
  const auto append = [&](size_t end) {
    auto part = trimmed_begin(sentence.substr(at, end - at));
    if (reading.left_out.empty()) part = sentence.substr(at, end - at);
    if (!reading.left_out.empty()) {
      complete_shortened_word(reading.text);
      const auto kept = trimmed_end(reading.text).size();
      reading.text.resize(kept);
      auto& last = reading.left_out.back();
      last.at = kept;
      reading.text += joint(reading.text, part, last);
    }
    reading.text += part;
  };
  for (const auto& cut : Cutter(sentence).cuts(items)) {
    append(cut.begin);
    const auto before = sentence.substr(0, cut.begin), behind = sentence.substr(cut.end);
    reading.left_out.push_back(
        {.text = std::string(sentence.substr(cut.text_begin, cut.text_end - cut.text_begin)),
         .space_before = before.empty() || trimmed_end(before).size() < before.size(),
         .space_after = behind.empty() || trimmed_begin(behind).size() < behind.size(),
         .touches_before = cut.begin == cut.text_begin && ends_with_word(before),
         .touches_after = cut.end == cut.text_end && begins_with_word(behind)});
    auto& item = reading.left_out.back();
    item.is_paired_tag = is_paired_tag(item.text, sentence);
    at = cut.end;
  }
  append(sentence.size());
  const bool is_at_front = !reading.left_out.empty() && reading.left_out.front().at == 0 &&
                           !is_tag_before_word(reading.left_out.front());
  auto capital = text::with_capital(reading.text);
  if (is_at_front && capital != reading.text) {
    reading.capital_added = capital.size() == reading.text.size();
    if (reading.capital_added) reading.text = std::move(capital);
  }
  return reading;
}

}  // namespace regard::translate
