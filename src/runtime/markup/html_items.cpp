#include "markup/html_items.h"

#include <algorithm>
#include <set>

#include "base/language_tag.h"
#include "base/utf8.h"
#include "markup/html_names.h"
#include "markup/html_scanner.h"
#include "markup/html_segment.h"
#include "text/characters.h"

namespace regard::serve {
namespace {

using Role = HtmlItem::Role;
using Kind = HtmlToken::Kind;

std::vector<HtmlToken> html_tokens(std::string_view html) {
  std::vector<HtmlToken> tokens;
  HtmlScanner scanner(html);
  while (auto token = scanner.next()) tokens.push_back(std::move(*token));
  return tokens;
}

/// Whether a start tag has no end tag.
bool is_alone(const HtmlToken& tag) {
  return is_void_element(tag.name) ||
         (tag.has_slash && !is_block_element(tag.name) && !is_known_inline_element(tag.name)) ||
         (tag.has_slash && (tag.name == "svg" || tag.name == "math"));
}

Role role_of_raw(std::string_view name) {
  if (is_block_element(name)) return Role::block;
  return name == "textarea" || name == "iframe" ? Role::mark : Role::note;
}

/// Whether an element is an annotation of a ruby.
bool is_annotation(std::string_view name) { return name == "rt" || name == "rp" || name == "rtc"; }

class ItemMaker {
 public:
  ItemMaker(std::string_view html, const MarkupRules& rules)
      : html_(html), tokens_(html_tokens(html)) {
    for (const auto& name : rules.ignored) ignored_.insert(lower_ascii(name));
    const auto source = primary_subtag(rules.source_language);
    const auto target = primary_subtag(rules.target_language);
    for (auto& token : tokens_) {
      const auto& language = token.language;
      const bool is_page = token.name == "html" || token.name == "body";
      const bool is_other = !source.empty() && language != source && language != "und";
      const bool is_target = !target.empty() && language == target;
      token.is_untranslated |= !language.empty() && !is_page && (is_other || is_target);
    }
  }

  std::vector<HtmlItem> items() {
    while (at_ < tokens_.size()) add_next();
    return std::move(items_);
  }

 private:
  struct Extent {
    size_t end;              ///< index of the token after the element
    bool is_self_contained;  ///< has its end tag, but no end tag of an outer element
  };

  void add(Role role, std::string_view bytes) { items_.push_back({.role = role, .bytes = bytes}); }

  void add_next() {
    const auto& token = tokens_[at_++];
    if (!token.is_whole) return add(Role::block, token.bytes);  // the token extends to the end
    switch (token.kind) {
      case Kind::text:
        return add(Role::text, token.bytes);
      case Kind::start_tag:
        return add_start(token);
      case Kind::end_tag:
        return add_end(token);
      case Kind::raw_element:
        return add(role_of_raw(token.name), token.bytes);
      case Kind::comment:
        return add(Role::note, token.bytes);
      case Kind::doctype:
        return add(Role::block, token.bytes);
    }
  }

  bool is_untranslated(const HtmlToken& tag) const {
    return tag.is_untranslated || is_untranslated_element(tag.name) ||
           ignored_.contains(tag.name) || (tag.name == "a" && begins_split_tag());
  }

  /// Whether the element from the current token on is a hashtag or a mention that has an element
  /// for its name: <a>#<span>cats</span></a>. Without one, its text shows that it stays.
  bool begins_split_tag() const {
    constexpr size_t kMostTokens = 12;
    std::string text;
    size_t elements = 0;
    for (size_t at = at_; at < std::min(at_ + kMostTokens, tokens_.size()); ++at) {
      const auto& token = tokens_[at];
      if (token.kind == Kind::end_tag && token.name == "a") {
        return elements > 0 && text.size() > 1 && text::is_among(text[0], "#@") &&
               std::ranges::all_of(decode_utf8(text.substr(1)), is_of_tag);
      }
      if (token.kind == Kind::text) {
        text += token.bytes;
      } else if (is_known_inline_element(token.name)) {
        elements += token.kind == Kind::start_tag ? 1 : 0;
      } else {
        return false;
      }
    }
    return false;
  }

  static bool is_of_tag(char32_t c) {
    return text::is_of_word(c) || c == U'_' || c == U'.' || c == U'-' || c == U'@';
  }

  void add_start(const HtmlToken& tag) {
    open_.end_before(tag.name);
    const bool is_block = is_block_element(tag.name);
    if (is_alone(tag)) {
      const auto inline_role = is_picture(tag.bytes, tag.name) ? Role::picture : Role::mark;
      return add(is_block ? Role::block : inline_role, tag.bytes);
    }
    if (is_untranslated(tag)) return add_untranslated(tag);
    open_.open(tag.name, items_.size());
    add(is_block ? Role::block : Role::opens, tag.bytes);
  }

  void add_end(const HtmlToken& tag) {
    const bool is_block = is_block_element(tag.name);
    add(is_block ? Role::block : Role::closes, tag.bytes);
    if (!open_.has(tag.name)) return;
    const size_t opened = open_.close(tag.name).item;
    if (is_block) return;
    items_[opened].partner = items_.size() - 1;
    items_.back().partner = opened;
  }

  /// Adds the element that `tag` begins as one item. A broken element must not move, because it
  /// would end elsewhere.
  void add_untranslated(const HtmlToken& tag) {
    const auto extent = extent_of(tag, at_);
    const auto begin = place_of(tag);
    const auto end = end_of(tokens_[extent.end - 1]);
    constexpr size_t kDeepest = 32;  // maximum nesting, since each nested element is scanned again
    if (tag.is_untranslated && depth_ < kDeepest && next_translated(at_, extent.end) < extent.end) {
      ++depth_;
      add_translated_within(begin, extent.end);
      --depth_;
      return;
    }
    const bool moves = extent.is_self_contained && !is_block_element(tag.name);
    const auto bytes = html_.substr(begin, end - begin);
    const bool is_kept = !is_untranslated_element(tag.name) && !html_kept_words(bytes).empty();
    add(!moves                    ? Role::block
        : is_kept                 ? Role::kept
        : is_annotation(tag.name) ? Role::mark
        : tag.name == "svg"       ? Role::picture
                                  : Role::word,
        bytes);
    at_ = extent.end;
  }

  size_t place_of(const HtmlToken& token) const {
    return static_cast<size_t>(token.bytes.data() - html_.data());
  }
  size_t end_of(const HtmlToken& token) const { return place_of(token) + token.bytes.size(); }

  /// The first token of [at, end) that begins an element to translate; `end` if there is none.
  size_t next_translated(size_t at, size_t end) const {
    while (at < end && !(tokens_[at].kind == Kind::start_tag && tokens_[at].is_translated)) ++at;
    return at;
  }

  /// Adds untranslated content, from the byte `begin` to the token `end`, except the elements in it
  /// that must be translated: these become separate texts.
  void add_translated_within(size_t begin, size_t end) {
    while (at_ < end) {
      const size_t opens = next_translated(at_, end);
      const size_t last = opens < end ? opens : end - 1;
      add(Role::block, html_.substr(begin, end_of(tokens_[last]) - begin));
      at_ = last + 1;
      begin = end_of(tokens_[last]);
      if (opens == end || is_alone(tokens_[opens])) continue;
      const auto inner = extent_of(tokens_[opens], at_);
      const size_t closes = inner.is_self_contained ? inner.end - 1 : inner.end;
      while (at_ < std::min(closes, end)) add_next();
      if (at_ < end) begin = place_of(tokens_[at_]);
    }
  }

  Extent extent_of(const HtmlToken& tag, size_t from) const {
    HtmlOpenElements within;
    within.open(tag.name, 0);
    bool is_self_contained = true;
    for (size_t at = from; at < tokens_.size(); ++at) {
      const auto& token = tokens_[at];
      if (token.kind == Kind::start_tag && token.is_whole) {
        within.end_before(token.name);
        if (within.count() == 0) return {.end = at, .is_self_contained = false};
        if (!is_alone(token)) within.open(token.name, 0);
      } else if (token.kind == Kind::end_tag && token.is_whole) {
        if (within.has(token.name)) {
          within.close(token.name);
          if (within.count() == 0) return {.end = at + 1, .is_self_contained = is_self_contained};
        } else if (open_.has(token.name)) {
          // The end tag of an annotation may be left out at the end of its ruby.
          const bool is_whole = token.name == "ruby" && is_annotation(tag.name);
          return {.end = at, .is_self_contained = is_whole};
        } else {
          is_self_contained = false;
        }
      }
    }
    return {.end = tokens_.size(), .is_self_contained = false};
  }

  std::string_view html_;
  std::vector<HtmlToken> tokens_;
  std::set<std::string> ignored_;
  std::vector<HtmlItem> items_;
  HtmlOpenElements open_;
  size_t at_ = 0;
  size_t depth_ = 0;  // number of open untranslated elements with a translated one inside
};

}  // namespace

std::vector<HtmlItem> html_items(std::string_view html, const MarkupRules& rules) {
  return ItemMaker(html, rules).items();
}

}  // namespace regard::serve
