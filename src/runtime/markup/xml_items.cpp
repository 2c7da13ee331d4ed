#include "markup/html_items.h"

#include <algorithm>
#include <functional>
#include <set>
#include <string>

#include "base/language_tag.h"
#include "base/utf8.h"
#include "markup/html_names.h"
#include "markup/html_segment.h"
#include "markup/xml_scanner.h"

namespace regard::serve {
namespace {

struct Range {
  char32_t first, last;
};

/// Characters that may begin a name: "NameStartChar" in the grammar of XML.
constexpr Range kBeginsName[] = {
    {U':', U':'},     {U'A', U'Z'},     {U'_', U'_'},     {U'a', U'z'},
    {0xC0, 0xD6},     {0xD8, 0xF6},     {0xF8, 0x2FF},    {0x370, 0x37D},
    {0x37F, 0x1FFF},  {0x200C, 0x200D}, {0x2070, 0x218F}, {0x2C00, 0x2FEF},
    {0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF},
};
/// Characters that a name may contain but not begin with: the rest of "NameChar".
constexpr Range kInName[] = {
    {U'-', U'.'}, {U'0', U'9'}, {0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040},
};

template <size_t count>
bool is_in(char32_t c, const Range (&ranges)[count]) {
  return std::ranges::any_of(
      ranges, [c](const Range& range) { return c >= range.first && c <= range.last; });
}

}  // namespace

bool is_xml_character(char32_t c) {
  if (c < U' ') return c == U'\t' || c == U'\n' || c == U'\r';
  return c != 0xFFFE && c != 0xFFFF && (c < 0xD800 || c > 0xDFFF) && c <= 0x10FFFF;
}

size_t xml_name_size(std::string_view text) {
  size_t size = 0;
  while (size < text.size()) {
    const auto character = first_code_point(text.substr(size));
    if (character.length == 0) break;
    const bool goes_on =
        is_in(character.value, kBeginsName) || (size > 0 && is_in(character.value, kInName));
    if (!goes_on) break;
    size += character.length;
  }
  return size;
}

namespace {

using Role = HtmlItem::Role;
using XmlKind = XmlToken::Kind;
using Names = std::set<std::string, std::less<>>;

/// Names of empty elements that show nothing, or only end a line.
constexpr std::string_view kInvisible[] = {"a",         "anchor", "br",        "co",
                                           "coref",     "index",  "indexterm", "lb",
                                           "milestone", "pb",     "remark",    "sbr"};

/// An element, or the document as the root.
struct XmlElement {
  size_t opens, closes;  // indexes of the element's tags
  size_t parent;
  std::string_view name;
  bool has_text = false;  // text directly inside
  size_t children = 0;
  std::string_view first_child = {};  // name of the first child
  bool has_equal_children = true;
};

class XmlItemMaker {
 public:
  XmlItemMaker(std::string_view xml, const MarkupRules& rules, Entities entities)
      : scanner_(xml, entities),
        ignored_(rules.ignored.begin(), rules.ignored.end()),
        splitting_(rules.splitting.begin(), rules.splitting.end()),
        non_splitting_(rules.non_splitting.begin(), rules.non_splitting.end()),
        source_language_(primary_subtag(rules.source_language)),
        target_language_(primary_subtag(rules.target_language)),
        detects_outline_(rules.outline_detection) {}

  std::vector<HtmlItem> items() {
    elements_.push_back({.opens = 0, .closes = 0, .parent = 0, .name = {}});
    while (auto token = scanner_.next()) tokens_.push_back(std::move(*token));
    leave_other_languages();
    find_verbatim_elements();
    while (at_ < tokens_.size()) add_next();
    for (size_t element = 1; element < elements_.size(); ++element) give_role(element);
    return std::move(items_);
  }

 private:
  /// Leaves elements in other languages untranslated; as in HTML, the root's language is ignored.
  void leave_other_languages() {
    bool is_root = true;
    for (auto& token : tokens_) {
      if (token.kind != XmlKind::start_tag) continue;
      const auto language = lower_ascii(token.language);
      const bool is_other =
          !source_language_.empty() && language != source_language_ && language != "und";
      const bool is_target = !target_language_.empty() && language == target_language_;
      token.is_untranslated |= !language.empty() && !is_root && (is_other || is_target);
      is_root = false;
    }
  }

  /// Finds elements that need their white space: those with several lines of text of their own.
  void find_verbatim_elements() {
    std::vector<size_t> open, verbatim;
    for (size_t at = 0; at < tokens_.size(); ++at) {
      const auto& token = tokens_[at];
      if (token.kind == XmlKind::start_tag) open.push_back(at);
      if (token.kind == XmlKind::end_tag) open.pop_back();
      const bool has_lines = token.kind == XmlKind::text && !open.empty() &&
                             trimmed(token.bytes).find('\n') != std::string_view::npos;
      if (has_lines && tokens_[open.back()].keeps_spaces) verbatim.push_back(open.back());
    }
    for (auto& token : tokens_) token.keeps_spaces = false;
    for (const size_t at : verbatim) tokens_[at].keeps_spaces = true;
  }

  void add_next() {
    const XmlToken token = tokens_[at_++];
    switch (token.kind) {
      case XmlKind::text:
        elements_[open_].has_text |= !is_html_blank(token.bytes);
        return add_item(Role::text, token.bytes);
      case XmlKind::cdata:
        return add_item(Role::mark, token.bytes);
      case XmlKind::entity: {
        // HTML's entities are punctuation, blanks or letters.
        const bool is_of_html = character_reference(token.bytes).character != 0;
        return add_item(is_of_html ? Role::mark : Role::word, token.bytes);
      }
      case XmlKind::note:
        return add_item(Role::note, token.bytes);
      case XmlKind::declaration:
        return add_item(Role::block, token.bytes);
      case XmlKind::empty_tag:
        return add_empty(token);
      case XmlKind::start_tag:
        return add_start(token);
      case XmlKind::end_tag:
        elements_[open_].closes = items_.size();
        open_ = elements_[open_].parent;
        return add_item(Role::closes, token.bytes);
    }
  }

  void add_item(Role role, std::string_view bytes) {
    items_.push_back({.role = role, .bytes = bytes});
  }

  void add_empty(const XmlToken& tag) {
    const bool splits = splitting_.contains(tag.name) || (detects_outline_ && tag.name == "br");
    if (splits && !non_splitting_.contains(tag.name)) return add_item(Role::block, tag.bytes);
    add_item(
        std::ranges::find(kInvisible, tag.name) == std::end(kInvisible) ? Role::word : Role::mark,
        tag.bytes);
  }

  void add_start(const XmlToken& tag) {
    if (tag.is_untranslated || ignored_.contains(tag.name) || tag.keeps_spaces) {
      return add_ignored(tag);
    }
    auto& parent = elements_[open_];
    if (parent.children++ == 0) parent.first_child = tag.name;
    parent.has_equal_children &= tag.name == parent.first_child;
    elements_.push_back({.opens = items_.size(), .closes = 0, .parent = open_, .name = tag.name});
    open_ = elements_.size() - 1;
    add_item(Role::opens, tag.bytes);
  }

  /// Adds the element that `tag` begins as one item, or several if some elements inside must be
  /// translated. These become separate texts.
  void add_ignored(const XmlToken& tag) {
    const size_t end = end_of_element(at_);
    const char* begin = tag.bytes.data();
    bool has_translated = false;
    constexpr size_t kDeepest = 32;  // maximum nesting, since each nested element is scanned again
    if (tag.is_untranslated && depth_ < kDeepest) {
      ++depth_;
      for (size_t at = at_; at < end; ++at) {
        if (tokens_[at].kind != XmlKind::start_tag || !tokens_[at].is_translated) continue;
        add_item(Role::block, bytes_between(begin, tokens_[at].bytes.data()));
        const size_t closes = end_of_element(at + 1);
        at_ = at;
        while (at_ < closes) add_next();
        begin = end_of(tokens_[closes - 1]);
        at = closes - 1;
        has_translated = true;
      }
      --depth_;
    }
    at_ = end;
    const auto bytes = bytes_between(begin, end_of(tokens_[end - 1]));
    const bool is_block = has_translated || splitting_.contains(tag.name) || tag.keeps_spaces;
    const auto role = html_kept_words(bytes).empty() ? Role::word : Role::kept;
    add_item(is_block ? Role::block : role, bytes);
  }

  static const char* end_of(const XmlToken& token) {
    return token.bytes.data() + token.bytes.size();
  }
  static std::string_view bytes_between(const char* begin, const char* end) {
    return {begin, static_cast<size_t>(end - begin)};
  }

  /// The token after the element whose content begins at `at`. It exists, since an element without
  /// an end tag is rejected.
  size_t end_of_element(size_t at) const {
    for (size_t depth = 1; depth > 0; ++at) {
      depth += tokens_[at].kind == XmlKind::start_tag ? 1 : 0;
      depth -= tokens_[at].kind == XmlKind::end_tag ? 1 : 0;
    }
    return at;
  }

  /// Sets an element's role. Must be called for parents before children.
  void give_role(size_t number) {
    auto& element = elements_[number];
    const auto& parent = elements_[element.parent];
    // Inside a sentence, the text of an element includes that of all its descendants.
    const bool is_in_sentence = parent.has_text || is_in_sentence_.contains(element.parent);
    if (is_in_sentence) is_in_sentence_.insert(number);
    const bool is_item = parent.children > 1 && parent.has_equal_children;
    bool splits = detects_outline_ && !parent.has_text && (!is_in_sentence || is_item);
    if (splitting_.contains(element.name)) splits = true;
    if (non_splitting_.contains(element.name)) splits = false;
    if (splits) {
      items_[element.opens].role = items_[element.closes].role = Role::block;
    } else {
      items_[element.opens].partner = element.closes;
      items_[element.closes].partner = element.opens;
    }
  }

  XmlScanner scanner_;
  std::vector<XmlToken> tokens_;
  size_t at_ = 0;     // the next token
  size_t depth_ = 0;  // number of open untranslated elements being searched
  Names ignored_, splitting_, non_splitting_;
  std::string source_language_, target_language_;
  bool detects_outline_;
  std::vector<HtmlItem> items_;
  std::vector<XmlElement> elements_;
  std::set<size_t> is_in_sentence_;
  size_t open_ = 0;  // the innermost element
};

}  // namespace

std::vector<HtmlItem> xml_items(std::string_view xml, const MarkupRules& rules, Entities entities) {
  return XmlItemMaker(xml, rules, entities).items();
}

}  // namespace regard::serve
