#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "markup/html_names.h"
#include "markup/html_segment.h"
#include "text/characters.h"

namespace regard::serve {
namespace {

using Role = HtmlItem::Role;

/// An element that contains a letter.
struct Element {
  size_t opens, closes;  // indexes of the element's tags
  std::string name;
};

std::string name_of(std::string_view tag) {
  const size_t end = std::min(tag.find_first_of(" \n\t\r\f/>", 1), tag.size());
  return lower_ascii(tag.substr(1, end - 1));
}

/// The text between the first and the last character that a segment keeps.
std::string_view as_kept(std::string_view text) {
  size_t begin = text.size(), end = 0;
  for (size_t at = 0; at < text.size();) {
    const auto rest = text.substr(at);
    const auto reference = character_reference(rest);
    std::string referred;
    if (reference.character != 0) append_utf8(reference.character, referred);
    const size_t next = at + std::max<size_t>({reference.length, first_code_point(rest).length, 1});
    if (!is_left_out(referred.empty() ? rest : referred)) {
      begin = std::min(begin, at);
      end = next;
    }
    at = next;
  }
  return begin < end ? text.substr(begin, end - begin) : std::string_view();
}

bool is_said(const HtmlItem& item) {
  return item.role == Role::kept || (item.role == Role::text && !as_kept(item.bytes).empty());
}

/// The last character of a text; 0 if it is a reference.
char32_t last_character(std::string_view text) {
  text = as_kept(text);
  return text.empty() || text.back() == ';' ? 0 : last_code_point(text);
}

char32_t first_character(std::string_view text) {
  text = as_kept(text);
  return text.empty() || text[0] == '&' ? 0 : first_code_point(text).value;
}

class Cutter {
 public:
  Cutter(std::span<const HtmlItem> items, size_t begin, size_t end) : items_(items), begin_(begin) {
    for (size_t at = begin; at < end; ++at) {
      const bool has_letter = items[at].role == Role::kept ||
                              (items[at].role == Role::text && has_html_letter(items[at].bytes));
      letters_before_.push_back(letters_before_.back() + (has_letter ? 1 : 0));
    }
  }

  std::vector<size_t> cuts(size_t begin, size_t end) {
    std::vector<size_t> around;
    while (true) {
      read(begin, end);
      if (elements_.size() != 1 || has_letters_outside_) break;
      begin = elements_[0].opens + 1;
      end = elements_[0].closes;
      around.push_back(begin);
      around.push_back(end);
    }
    auto cuts = cuts_between_elements();
    if (!cuts.empty()) cuts.insert(cuts.end(), around.begin(), around.end());
    std::ranges::sort(cuts);
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    return cuts;
  }

 private:
  bool has_letters(size_t begin, size_t end) const {
    return letters_before_[end - begin_] > letters_before_[begin - begin_];
  }

  /// Reads the outermost elements of [begin, end).
  void read(size_t begin, size_t end) {
    elements_.clear();
    has_letters_outside_ = false;
    for (size_t at = begin; at < end; ++at) {
      const auto& item = items_[at];
      if (is_said(item)) has_letters_outside_ |= has_letters(at, at + 1);
      if (item.role != Role::opens || item.partner >= end) continue;
      if (has_letters(at, item.partner)) {
        elements_.push_back({.opens = at, .closes = item.partner, .name = name_of(item.bytes)});
      }
      at = item.partner;
    }
  }

  std::vector<size_t> cuts_between_elements() const {
    std::vector<size_t> cuts;
    for (size_t next = 1; next < elements_.size(); ++next) {
      const auto& left = elements_[next - 1];
      const auto& right = elements_[next];
      if (!are_apart(left, right)) continue;
      cuts.push_back(left.closes + 1);
      cuts.push_back(right.opens);
    }
    return cuts;
  }

  bool are_apart(const Element& left, const Element& right) const {
    const bool are_links = left.name == "a" && right.name == "a";
    bool has_space = false, has_separator = false;
    for (size_t at = left.closes + 1; at < right.opens; ++at) {
      if (!is_said(items_[at])) continue;
      if (has_letters(at, at + 1)) return false;
      has_space = true;
      has_separator |= !is_html_blank(items_[at].bytes);
    }
    if (has_space) return !has_letters_outside_ && (are_links || has_separator);
    return are_links || !are_joined(left, right);
  }

  /// Whether two adjacent elements are parts of one word, or of a sentence whose space is inside
  /// one of them.
  bool are_joined(const Element& left, const Element& right) const {
    size_t last = left.closes, first = right.opens;
    while (!is_said(items_[last])) --last;
    while (!is_said(items_[first])) ++first;
    const char32_t before = last_character(items_[last].bytes);
    const char32_t after = first_character(items_[first].bytes);
    if (text::is_blank(before) != text::is_blank(after)) return true;
    if (!text::is_of_word(before) || !text::is_of_word(after)) return false;
    return text::lower(before) != before || text::lower(after) == after;
  }

  std::span<const HtmlItem> items_;
  size_t begin_;
  std::vector<size_t> letters_before_ = {0};  // number of texts with letters before each item
  std::vector<Element> elements_;
  bool has_letters_outside_ = false;
};

}  // namespace

std::vector<size_t> html_cuts(std::span<const HtmlItem> items, size_t begin, size_t end) {
  return Cutter(items, begin, end).cuts(begin, end);
}

}  // namespace regard::serve
