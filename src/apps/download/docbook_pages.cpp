#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "base/utf8.h"
#include "bitext/charset.h"
#include "download/page_blocks.h"

namespace regard::download {
namespace {

using Names = std::span<const std::string_view>;

/// Elements whose text is a block of its own.
constexpr std::array<std::string_view, 9> kTextElements = {
    "title", "para", "simpara", "refpurpose", "term", "entry", "member", "seg", "abbrev"};
/// Elements that split the text of the block that contains them.
constexpr std::array<std::string_view, 17> kPartingElements = {
    "itemizedlist", "orderedlist",   "variablelist", "simplelist", "segmentedlist",   "listitem",
    "table",        "informaltable", "row",          "example",    "informalexample", "note",
    "tip",          "caution",       "warning",      "figure",     "mediaobject"};
/// Elements without sentences.
constexpr std::array<std::string_view, 13> kCodeElements = {
    "programlisting", "screen",         "synopsis",      "cmdsynopsis",
    "funcsynopsis",   "methodsynopsis", "classsynopsis", "constructorsynopsis",
    "literallayout",  "indexterm",      "footnote",      "informalequation",
    "bibliography"};

bool is_among(std::string_view name, Names names) {
  return std::ranges::find(names, name) != names.end();
}

/// The text of a reference, "&lt;" or "&#233;". Returns nullopt for an entity that the manual
/// defines, which may be a whole sentence.
std::optional<std::string> resolved(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kKnown = {
      {{"lt", "<"},
       {"gt", ">"},
       {"amp", "&"},
       {"quot", "\""},
       {"apos", "'"},
       {"nbsp", "\u00a0"},
       {"mdash", "—"},
       {"ndash", "–"},
       {"hellip", "…"},
       // Entities of PHP's manual.
       {"php", "PHP"},
       {"true", "true"},
       {"false", "false"},
       {"null", "null"}}};
  if (!name.starts_with('#')) {
    const auto* found = std::ranges::find(kKnown, name, &decltype(kKnown)::value_type::first);
    return found == kKnown.end() ? std::optional<std::string>() : std::string(found->second);
  }
  const bool is_hexadecimal = name.starts_with("#x");
  const auto digits = name.substr(is_hexadecimal ? 2 : 1);
  uint32_t number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number,
                                    is_hexadecimal ? 16 : 10);
  if (digits.empty() || read.ec != std::errc() || read.ptr != digits.data() + digits.size()) {
    return {};
  }
  std::string text;
  append_utf8(number, text);
  return text;
}

/// The blocks of a page of DocBook, in XML or in SGML as PostgreSQL writes it.
class DocBookPage {
 public:
  explicit DocBookPage(std::string_view text) {
    while (!text.empty()) text.remove_prefix(take(text));
    end_block();
  }

  const std::vector<PageBlock>& blocks() const { return blocks_; }

 private:
  /// Processes the tag, comment, reference or text that `text` begins with. Returns its size.
  size_t take(std::string_view text) {
    if (text.starts_with("<!--")) return size_to(text, "-->");
    if (text.starts_with("<![CDATA[")) return size_to(text, "]]>");
    if (text.starts_with("<!DOCTYPE"))
      return size_to(text, text.find('[') < text.find('>') ? "]>" : ">");
    if (text.starts_with('<')) {
      const size_t size = size_to(text, ">");
      take_tag(text.substr(1, size - 2));
      return size;
    }
    if (text.starts_with('&')) {
      const size_t end = text.find(';');
      if (end != std::string_view::npos) {
        add_reference(text.substr(1, end - 1));
        return end + 1;
      }
    }
    const size_t size = std::max<size_t>(std::min(text.find_first_of("<&"), text.size()), 1);
    add(text.substr(0, size));
    return size;
  }

  static size_t size_to(std::string_view text, std::string_view end) {
    const size_t at = text.find(end);
    return at == std::string_view::npos ? text.size() : at + end.size();
  }

  void take_tag(std::string_view tag) {
    const bool is_end = tag.starts_with('/'), is_empty = tag.ends_with('/');
    const auto name =
        tag.substr(is_end ? 1 : 0).substr(0, tag.find_first_of(" \t\r\n/", 1) - is_end);
    if (is_among(name, kCodeElements) && !is_empty) {
      code_ += is_end ? -1 : 1;
    } else if (code_ == 0 && is_among(name, kTextElements) && !is_empty) {
      end_block();
      if (!is_end) {
        open_.emplace_back(name);
      } else if (!open_.empty()) {
        open_.pop_back();
      }
    } else if (code_ == 0 && is_among(name, kPartingElements)) {
      end_block();
    }
  }

  void add_reference(std::string_view name) {
    const auto text = resolved(name);
    is_whole_ = is_whole_ && text.has_value();
    add(text ? *text : "?");
  }

  /// Adds text. White space becomes one space.
  void add(std::string_view text) {
    if (code_ > 0 || open_.empty()) return;
    for (const char c : text) {
      const bool is_space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
      if (is_space && (text_.empty() || text_.back() == ' ')) continue;
      text_ += is_space ? ' ' : c;
    }
  }

  void end_block() {
    if (!open_.empty() && !trimmed(text_).empty()) {
      const auto& kind = open_.back();
      blocks_.push_back({.kind = kind == "title" ? kHeading : kind,
                         .text = is_whole_ ? std::string(trimmed(text_)) : std::string()});
    }
    text_.clear();
    is_whole_ = true;
  }

  std::vector<PageBlock> blocks_;
  std::vector<std::string> open_;  // nested blocks, outermost first
  std::string text_;
  bool is_whole_ = true;  // whether all of its references are known
  int code_ = 0;          // nesting depth in kCodeElements
};

/// The blocks of a page. Older pages are in ISO-8859-15.
std::vector<PageBlock> blocks_of(const std::string& page) {
  if (!first_invalid_utf8(page)) return DocBookPage(page).blocks();
  bitext::Charset western;
  western.take_from_head("Content-Type: text/xml; charset=ISO-8859-15", "");
  return DocBookPage(western.utf8(page)).blocks();
}

}  // namespace

std::string same_docbook(const std::string& english_name) {
  return english_name.ends_with(".xml") ? english_name : "";
}

std::string french_postgresql(const std::string& english_name) {
  constexpr std::string_view kEnglish = "doc/src/sgml/", kEnd = ".sgml";
  if (!english_name.starts_with(kEnglish) || !english_name.ends_with(kEnd)) return {};
  const auto name = english_name.substr(kEnglish.size());
  return "postgresql/" + name.substr(0, name.size() - kEnd.size()) + ".xml";
}

Texts pairs_of_docbook(const std::string& english, const std::string& french) {
  return pairs_of_blocks(blocks_of(english), blocks_of(french));
}

}  // namespace regard::download
