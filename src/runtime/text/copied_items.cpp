#include "text/copied_items.h"

#include <algorithm>
#include <filesystem>

#include "base/utf8.h"
#include "regard/base/str.h"
#include "text/characters.h"
#include "text/items.h"
#include "text/latex_items.h"

namespace regard::text {

KeepList::KeepList(const std::vector<std::string>& texts) {
  for (const auto& text : texts) {
    const auto one = trimmed(text);
    if (one.empty()) continue;
    texts_.emplace(one);
    sizes_.insert(one.size());
  }
}

size_t KeepList::longest_at(std::string_view text) const {
  for (const size_t size : sizes_) {
    if (size > text.size() || !texts_.contains(text.substr(0, size))) continue;
    const bool ends = size == text.size() || !is_of_word(first_code_point(text.substr(size)).value);
    if (ends) return size;
  }
  return 0;
}

std::string remedy_for_missing_text(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path().filename().string();
  if (std::ranges::find(kPublishedCorpora, folder) != kPublishedCorpora.end()) {
    return str("fetch it: regard download ", folder);
  }
  return "check the path; it is relative to the working directory";
}

namespace {

class Finder {
 public:
  Finder(std::string_view text, const CopyRules& rules)
      : text_(text), rules_(rules), of_programs_(text), of_markdown_(text), of_latex_(text) {}

  std::vector<CopiedItem> items() {
    std::vector<CopiedItem> items;
    while (at_ < text_.size()) {
      if (const size_t size = plain_size(); size > 0) {
        at_ += size;
        before_ = static_cast<unsigned char>(text_[at_ - 1]);
        is_behind_item_ = is_behind_mark_ = false;
        continue;
      }
      const auto item = next();
      const size_t end = item.end > at_ ? item.end : at_ + length();
      if (item.end > at_) items.push_back(item);
      is_behind_item_ = item.end > at_ && !is_mark_;
      is_behind_mark_ = is_mark_;
      before_ = last_code_point(text_.substr(at_, end - at_));
      at_ = end;
    }
    return items;
  }

 private:
  size_t length() const { return std::max<size_t>(first_code_point(text_.substr(at_)).length, 1); }

  /// Size of a space, or of a lowercase word that a space follows. Most text consists of these, and
  /// they are never items.
  size_t plain_size() const {
    constexpr size_t kLongest = 32;
    const auto rest = text_.substr(at_, kLongest);
    if (rest[0] == ' ') return 1;
    const size_t letters = run_of(rest, [](char c) { return c >= 'a' && c <= 'z'; });
    return letters < rest.size() && rest[letters] == ' ' && rules_.keep == nullptr ? letters : 0;
  }

  /// The item that begins here; empty if there is none.
  CopiedItem next() {
    const auto rest = text_.substr(at_);
    const size_t of_programs = std::max(of_programs_.size_at(at_), of_latex_.size_at(at_));
    const size_t mark = of_markdown_.size_at(at_);
    is_mark_ = mark > 0;
    if (is_mark_) return {at_, at_ + mark};
    size_t size = std::max(of_programs, symbols_size(rest));
    const bool joins = is_behind_item_ && (is_alphanumeric(rest[0]) || is_among(rest[0], "@#($./"));
    const bool begins_word = joins || is_behind_mark_ || (!is_of_word(before_) && before_ != '_');
    if (begins_word && !is_blank(static_cast<unsigned char>(rest[0]))) {
      size = std::max(size, before_emphasis(size_of_word(rest)));
      if (rules_.keep != nullptr) size = std::max(size, rules_.keep->longest_at(rest));
      const size_t number = follows_joint() ? 0 : number_size(rest);
      if (number >= size && number > 0) {
        return {at_, at_ + (rules_.numbers ? number : 0), true};
      }
    }
    return {at_, at_ + size};
  }

  /// `size`, limited to the bytes before closing emphasis: _https://example.org_
  size_t before_emphasis(size_t size) {
    if (size == 0) return 0;
    const size_t mark = of_markdown_.next_emphasis(at_ + 1);
    return mark == std::string_view::npos ? size : std::min(size, mark - at_);
  }

  /// Whether a number here would only be the rest of a longer word, like the 5 of x.5.
  bool follows_joint() const {
    return at_ > 0 && before_ < 0x80 && is_among(text_[at_], "+-.") && !stands_apart() &&
           !is_behind_item_;
  }

  bool stands_apart() const {
    return at_ == 0 || is_blank(before_) || is_among(static_cast<char>(before_), "([{\"'");
  }

  size_t size_of_word(std::string_view rest) {
    size_t size = 0;
    const bool follows_name = at_ > 0 && before_ < 0x80 && is_among(text_[at_ - 1], "_.-+@/~\\") &&
                              !begins_behind_stop(rest);
    if (!follows_name || is_behind_item_ || is_behind_mark_) {
      size = std::max({address_size(rest), identifier_size(rest), machine_size(rest)});
    }
    if (stands_apart()) {
      size = std::max({size, option_size(rest), quoted_size(rest), long_word_size()});
    }
    size = std::max({size, reference_size(rest), bracketed_size(rest)});
    if (at_ == 0 || is_blank(before_)) size = std::max(size, emoticon_size(rest));
    if (at_ <= first_) size = std::max({size, list_mark_size(rest), sole_name_size(rest)});
    return size;
  }

  /// Whether an unambiguous address begins after a full stop without a space:
  /// here.https://example.org
  bool begins_behind_stop(std::string_view rest) const {
    if (at_ < 2 || text_[at_ - 1] != '.' || !is_ascii_letter(text_[at_ - 2])) return false;
    const size_t scheme = run_of(rest, is_ascii_letter);
    return is_among(rest[0], "#@") || (scheme > 1 && rest.substr(scheme).starts_with("://"));
  }

  /// Size of a run without spaces that is longer than any word: encoded bytes, or a script without
  /// spaces. Tokenizing it would take quadratic time.
  size_t long_word_size() {
    constexpr size_t kLongestWord = 5000;
    const auto is_said = [](char c) {
      return is_alphanumeric(c) || static_cast<unsigned char>(c) >= 0x80U;
    };
    if (at_ >= word_end_) {
      word_end_ = said_end_ = std::min(text_.find_first_of(kBlanks, at_), text_.size());
      while (said_end_ > at_ && !is_said(text_[said_end_ - 1])) --said_end_;
    }
    return said_end_ > at_ && word_end_ - at_ > kLongestWord ? word_end_ - at_ : 0;
  }

  /// Size of cats.dogs: lowercase words joined by periods are a name if they are the whole text.
  static size_t sole_name_size(std::string_view rest) {
    const auto name = trimmed(rest);
    const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
    size_t at = 0;
    for (int parts = 0; at < name.size(); ++parts) {
      const size_t letters = run_of(name.substr(at), is_small);
      if (letters < 2) return 0;
      at += letters;
      if (at == name.size()) return parts > 0 ? at : 0;
      if (name[at++] != '.') return 0;
    }
    return 0;
  }

  /// Size of (%s): parentheses that contain only a placeholder.
  size_t bracketed_size(std::string_view rest) {
    if (rest[0] != '(' || rest.size() < 3 || !is_among(rest[1], "%{$:<`")) return 0;
    const size_t size = of_programs_.size_at(at_ + 1);
    return size > 0 && rest.substr(1 + size).starts_with(')') ? size + 2 : 0;
  }

  std::string_view text_;
  size_t first_ = text_.find_first_not_of(kBlanks);
  const CopyRules& rules_;
  ProgramItems of_programs_;
  MarkdownItems of_markdown_;
  LatexItems of_latex_;
  size_t at_ = 0;
  size_t word_end_ = 0;          // end of the run that begins at the position
  size_t said_end_ = 0;          // end of the last letter or digit of the run
  char32_t before_ = U' ';       // the character before the current position
  bool is_mark_ = false;         // whether the item is a Markdown mark
  bool is_behind_item_ = false;  // whether an item, but no Markdown mark, precedes the position
  bool is_behind_mark_ = false;  // whether a Markdown mark precedes the position
};

}  // namespace

std::vector<CopiedItem> copied_items(std::string_view text, const CopyRules& rules) {
  return Finder(text, rules).items();
}

bool has_letter(std::string_view text) {
  while (!text.empty()) {
    const auto [value, length] = first_code_point(text);
    if (length > 0 && is_letter(value)) return true;
    text.remove_prefix(std::max<size_t>(length, 1));
  }
  return false;
}

}  // namespace regard::text
