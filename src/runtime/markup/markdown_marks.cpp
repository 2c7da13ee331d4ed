#include "markup/markdown_marks.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/utf8.h"
#include "markup/html_names.h"
#include "markup/html_scanner.h"
#include "markup/jsx.h"
#include "markup/markdown_emphasis.h"
#include "markup/markdown_links.h"
#include "text/characters.h"
#include "text/copied_items.h"

namespace regard::serve {
namespace {

using MarkKind = MarkdownMark::Kind;
using Limit = EmphasisLimit::Kind;

constexpr std::string_view kMarks = "\\`<![]*_~|\n", kMarksOfMdx = "\\`<![]*_~|\n{";

/// Whether a copied item cannot contain marks: a formula, a placeholder, an address.
bool is_protected(std::string_view item) {
  if (text::is_among(item[0], "`<[!]|")) return false;
  if (item[0] == '\\') return item.size() > 2;
  return text::is_among(item[0], "${%") || item.starts_with("*|") ||
         (item.find_first_of("/@") != kAbsent && item.find_first_of("<>") == kAbsent);
}

class MarkMaker {
 public:
  explicit MarkMaker(const MarkdownParagraph& paragraph)
      : paragraph_(paragraph), text_(paragraph.text) {
    for (const auto& item : text::copied_items(text_)) {
      const auto bytes = text_.substr(item.begin, item.end - item.begin);
      if (is_protected(bytes)) protected_.push_back({item.begin, item.end});
    }
    for (size_t at = text_.find('`'); at != kAbsent; at = text_.find('`', at)) {
      const size_t size = run_at(at);
      code_runs_[size].push_back(at);
      at += size;
    }
    if (paragraph.is_mdx) mark_characters_ = kMarksOfMdx;
    is_row_ = paragraph.is_row || trimmed(text_).starts_with('|');
  }

  std::vector<MarkdownMark> marks() {
    for (size_t at = 0; at < text_.size();) {
      const size_t end = end_at(at);
      at = end > at ? end : std::min(text_.find_first_of(mark_characters_, at + 1), next_limit(at));
    }
    add_emphasis();
    return in_order();
  }

 private:
  /// A bracket that may begin a link or an image.
  struct Bracket {
    size_t at;
    bool is_image, is_active = true;
    size_t marks, runs, limits;  // the numbers of marks, runs and limits before the bracket
  };

  size_t run_at(size_t at) const {
    return text::run_of(text_.substr(at), [c = text_[at]](char other) { return other == c; });
  }

  /// The position after `at` where the next break or protected part begins.
  size_t next_limit(size_t at) const {
    size_t next = text_.size();
    if (break_ < paragraph_.breaks.size()) next = std::min(next, paragraph_.breaks[break_].begin);
    if (protected_at_ < protected_.size()) {
      next = std::min(next, std::max(at + 1, protected_[protected_at_].begin));
    }
    return next;
  }

  size_t add(MarkKind kind, size_t begin, size_t end) {
    marks_.push_back({.kind = kind, .place = {begin, end}});
    return end;
  }

  void add_pair(PlaceRange opens, PlaceRange closes, bool is_emphasis) {
    openers_[closes.begin] = opens.begin;
    for (const auto& [kind, place] :
         {std::pair(MarkKind::opens, opens), {MarkKind::closes, closes}}) {
      add(kind, place.begin, place.end);
      marks_.back().is_emphasis = is_emphasis;
    }
  }

  /// The end of the mark that begins at `at`; `at` if there is none.
  size_t end_at(size_t at) {
    while (break_ < paragraph_.breaks.size() && paragraph_.breaks[break_].end <= at) ++break_;
    while (protected_at_ < protected_.size() && protected_[protected_at_].end <= at) {
      ++protected_at_;
    }
    if (break_ < paragraph_.breaks.size() && paragraph_.breaks[break_].begin == at) {
      line_ = paragraph_.breaks[break_].end;
      return add(MarkKind::ends, at, line_);
    }
    const size_t expression = paragraph_.is_mdx ? jsx_expression_size(text_.substr(at)) : 0;
    if (protected_at_ < protected_.size() && protected_[protected_at_].begin <= at) {
      const size_t end = protected_[protected_at_].end;
      if (end >= at + expression) return end;
    }
    if (expression > 0) {
      const bool is_comment = text_.substr(at).starts_with("{/*");
      return add(is_comment ? MarkKind::alone : MarkKind::word, at, at + expression);
    }
    switch (text_[at]) {
      case '\\':
        return end_of_escape(at);
      case '`':
        return end_of_code(at);
      case '<':
        return end_of_angle(at);
      case '!':
      case '[':
        return end_of_bracket(at);
      case ']':
        return end_of_link(at);
      case '*':
      case '_':
      case '~':
        runs_.push_back(delimiter_run(text_, at));
        return runs_.back().place.end;
      case '|':
        return end_of_bar(at);
      default:
        return at;
    }
  }

  size_t end_of_escape(size_t at) {
    const bool is_mark = at + 1 < text_.size() && text::is_among(text_[at + 1], kEscaped);
    if (!is_mark) return at + 1;
    const auto is_of_name = [&](size_t place) {
      return place < text_.size() && text::is_identifier(text_[place]);
    };
    if (at > 0 && is_of_name(at - 1) && is_of_name(at + 2)) return at + 2;  // snake\_case
    return add(MarkKind::alone, at, at + 2);
  }

  size_t end_of_code(size_t at) {
    const size_t size = run_at(at);
    const auto& same = code_runs_[size];
    const auto next = std::ranges::upper_bound(same, at);
    return next == same.end() ? at + size : add(MarkKind::word, at, *next + size);
  }

  size_t end_of_angle(size_t at) {
    const size_t jsx_size = paragraph_.is_mdx ? jsx_tag_size(text_.substr(at)) : 0;
    const size_t size = jsx_size > 0 ? jsx_size : angle_size(text_.substr(at));
    if (size == 0) return at + 1;
    const size_t end = at + size;
    const auto bytes = text_.substr(at, size);
    const auto tag = without_expressions(bytes);
    const auto token = HtmlScanner(tag).next();
    const bool is_tag =
        token && token->bytes.size() == tag.size() && token->name.find(':') == kAbsent;
    if (is_tag && token->kind == HtmlToken::Kind::comment) return add(MarkKind::alone, at, end);
    if (!is_tag || bytes.find('@') < bytes.find(' ')) return add(MarkKind::word, at, end);
    const auto& name = token->name;
    if (token->kind == HtmlToken::Kind::end_tag) {
      if (is_block_element(name)) return add(MarkKind::ends, at, end);
      return close_tag(name, {at, end});
    }
    if (is_untranslated_element(name) || token->is_untranslated)
      return end_of_code_element(at, end, name);
    if (is_block_element(name)) return add(MarkKind::ends, at, end);
    if (token->has_slash || is_void_element(name)) {
      const bool is_invisible = is_void_element(name) || name == "a";
      return add(is_picture(bytes, name) ? MarkKind::picture
                 : is_invisible          ? MarkKind::alone
                                         : MarkKind::word,
                 at, end);
    }
    tags_[name].push_back({at, end});
    return end;
  }

  /// A tag, without its attributes if some are expressions: an HTML scanner could end inside them.
  std::string without_expressions(std::string_view tag) const {
    if (!paragraph_.is_mdx || tag.find('{') == kAbsent) return std::string(tag);
    std::string bare(tag.substr(0, tag.find_first_of(" \t\n{/>", 1)));
    return bare + (tag.ends_with("/>") ? "/>" : ">");
  }

  size_t close_tag(const std::string& name, PlaceRange tag) {
    auto& open = tags_[name];
    if (open.empty()) return add(MarkKind::closes, tag.begin, tag.end);
    add_pair(open.back(), tag, false);
    open.pop_back();
    return tag.end;
  }

  size_t end_of_code_element(size_t at, size_t end, const std::string& name) {
    constexpr size_t kLongest = 4000;
    const size_t close = text_.substr(end, kLongest).find("</" + name + ">");
    return add(MarkKind::word, at, close == kAbsent ? end : end + close + name.size() + 3);
  }

  size_t end_of_bracket(size_t at) {
    const bool is_image = text_[at] == '!';
    if (is_image && !text_.substr(at).starts_with("![")) return at + 1;
    if (text_.substr(line_, at - line_).find_first_not_of(" >") == kAbsent) {
      const auto definition = definition_end(text_, at);
      if (definition.end > 0) {
        add(MarkKind::alone, at, definition.end);
        if (definition.title) marks_.back().texts.push_back(*definition.title);
        return definition.end;
      }
    }
    if (text_.substr(at).starts_with("[^")) {
      const size_t end = text_.find_first_of("[] \n", at + 1);
      if (end != kAbsent && text_[end] == ']') return add(MarkKind::alone, at, end + 1);
    }
    brackets_.push_back({.at = at,
                         .is_image = is_image,
                         .marks = marks_.size(),
                         .runs = runs_.size(),
                         .limits = limits_.size()});
    return at + (is_image ? 2 : 1);
  }

  bool is_defined(std::string_view name) const {
    return paragraph_.labels != nullptr && paragraph_.labels->contains(label_of(name));
  }

  /// The rest of a link from its closing bracket at `at` on, if that bracket ends a link with these
  /// words. If the words change, `written` replaces the rest, since they no longer match the label
  /// of the definition.
  LinkEnd reference_end(size_t at, std::string_view words, std::string& written) const {
    const auto behind = text_.substr(at + 1);
    if (behind.starts_with('(')) return link_end(text_, at + 1);
    if (behind.starts_with('[') && !behind.starts_with("[]")) {
      constexpr size_t kLongest = 200;
      const size_t close = behind.substr(0, kLongest).find_first_of("[]", 1);
      const bool closes = close != kAbsent && behind[close] == ']';
      return closes && is_defined(behind.substr(1, close - 1)) ? LinkEnd{.end = at + close + 2}
                                                               : LinkEnd{};
    }
    if (!is_defined(words)) return {};
    written = "][" + std::string(words) + "]";
    return {.end = at + (behind.starts_with("[]") ? 3 : 1)};
  }

  size_t end_of_link(size_t at) {
    if (brackets_.empty()) return at + 1;
    const auto bracket = brackets_.back();
    brackets_.pop_back();
    const size_t words = bracket.at + (bracket.is_image ? 2 : 1);
    std::string written;
    const auto end =
        bracket.is_active ? reference_end(at, text_.substr(words, at - words), written) : LinkEnd{};
    if (end.end == 0) return at + 1;
    if (bracket.is_image) {
      marks_.resize(bracket.marks);
      runs_.erase(runs_.begin() + static_cast<std::ptrdiff_t>(bracket.runs), runs_.end());
      limits_.erase(limits_.begin() + static_cast<std::ptrdiff_t>(bracket.limits), limits_.end());
      add(MarkKind::picture, bracket.at, end.end);
      const bool is_plain = text_.substr(words, at - words).find_first_of(kMarks) == kAbsent;
      if (is_plain && written.empty() && at > words) marks_.back().texts.push_back({words, at});
    } else {
      add_pair({bracket.at, words}, {at, end.end}, false);
      marks_.back().written = written;
      limits_.push_back({.at = bracket.at, .kind = Limit::begins});
      limits_.push_back({.at = at, .kind = Limit::ends});
      for (auto& other : brackets_) other.is_active &= other.is_image;
    }
    if (end.title) marks_.back().texts.push_back(*end.title);
    return end.end;
  }

  size_t end_of_bar(size_t at) {
    const auto is_blank = [&](size_t place) {
      return place >= text_.size() || text::is_among(text_[place], kBlanks);
    };
    const bool is_apart = (at == 0 || is_blank(at - 1)) && is_blank(at + 1);
    if (!is_row_ && !is_apart) return at + 1;
    limits_.push_back({.at = at, .kind = Limit::parts});
    brackets_.clear();
    return add(MarkKind::ends, at, at + 1);
  }

  void add_emphasis() {
    std::ranges::sort(limits_, {}, &EmphasisLimit::at);
    for (const auto& [opens, closes] : emphasis_pairs(runs_, limits_)) {
      add_pair(opens, closes, true);
    }
    for (const auto& [name, tags] : tags_) {
      for (const auto& tag : tags) add(MarkKind::opens, tag.begin, tag.end);
    }
  }

  /// The marks in order with their partners; a pair that overlaps another is dissolved.
  std::vector<MarkdownMark> in_order() {
    std::ranges::sort(marks_, {}, [](const auto& mark) { return mark.place.begin; });
    size_t end = 0;
    std::erase_if(marks_, [&](const auto& mark) {  // inside an image or code
      const bool is_within = mark.place.begin < end;
      end = std::max(end, mark.place.end);
      return is_within;
    });
    std::vector<size_t> open;
    for (size_t number = 0; number < marks_.size(); ++number) {
      const auto& mark = marks_[number];
      if (mark.kind == MarkKind::opens) open.push_back(number);
      if (mark.kind != MarkKind::closes) continue;
      const auto pair = openers_.find(mark.place.begin);
      if (pair == openers_.end()) continue;
      const auto begin_of = [&](size_t other) { return marks_[other].place.begin; };
      const auto opener = std::ranges::lower_bound(open, pair->second, {}, begin_of);
      if (opener == open.end() || begin_of(*opener) != pair->second) continue;
      marks_[number].partner = *opener;
      marks_[*opener].partner = number;
      open.erase(opener, open.end());
    }
    return std::move(marks_);
  }

  const MarkdownParagraph& paragraph_;
  std::string_view text_;
  std::string_view mark_characters_ = kMarks;
  bool is_row_ = false;
  std::vector<PlaceRange> protected_;
  std::map<size_t, std::vector<size_t>> code_runs_;  // positions of backquote runs, by length
  size_t break_ = 0, protected_at_ = 0;              // the next break, and the next protected part
  size_t line_ = 0;                                  // start of the current line
  std::vector<MarkdownMark> marks_;
  std::map<size_t, size_t> openers_;  // position of an opening mark, by that of its partner
  std::vector<Bracket> brackets_;
  std::map<std::string, std::vector<PlaceRange>> tags_;  // open tags, by name
  std::vector<DelimiterRun> runs_;
  std::vector<EmphasisLimit> limits_;
};

}  // namespace

std::vector<MarkdownMark> markdown_marks(const MarkdownParagraph& paragraph) {
  return MarkMaker(paragraph).marks();
}

}  // namespace regard::serve
