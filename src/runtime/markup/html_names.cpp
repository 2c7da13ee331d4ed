#include "markup/html_names.h"

#include <algorithm>
#include <array>

namespace regard::serve {
namespace {

template <size_t kCount>
bool is_one_of(const std::array<std::string_view, kCount>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

constexpr auto kBlocks = std::to_array<std::string_view>({
    "address", "article",  "aside",     "base",     "blockquote", "body",     "br",     "button",
    "caption", "center",   "col",       "dd",       "colgroup",   "details",  "dialog", "dir",
    "div",     "dl",       "dt",        "fieldset", "figcaption", "figure",   "footer", "form",
    "frame",   "frameset", "h1",        "h2",       "h3",         "h4",       "h5",     "h6",
    "head",    "header",   "hgroup",    "hr",       "html",       "label",    "legend", "li",
    "link",    "main",     "menu",      "meta",     "nav",        "noscript", "ol",     "optgroup",
    "option",  "p",        "plaintext", "pre",      "search",     "section",  "select", "summary",
    "table",   "tbody",    "td",        "template", "tfoot",      "th",       "thead",  "title",
    "tr",      "ul",       "xmp",
});

constexpr auto kVoid = std::to_array<std::string_view>(
    {"area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input",
     "keygen", "link", "meta", "param", "source", "track", "wbr"});

constexpr auto kRaw = std::to_array<std::string_view>(
    {"iframe", "noembed", "noframes", "plaintext", "script", "style", "textarea", "xmp"});

constexpr auto kUntranslated =
    std::to_array<std::string_view>({"audio", "canvas", "code", "kbd", "math", "object", "pre",
                                     "rp", "rt", "rtc", "samp", "svg", "var", "video"});

constexpr auto kKnownInline = std::to_array<std::string_view>(
    {"a",    "abbr",   "acronym", "b",        "bdi", "bdo",  "big", "cite", "data",
     "del",  "dfn",    "em",      "font",     "i",   "ins",  "map", "mark", "meter",
     "nobr", "output", "picture", "progress", "q",   "ruby", "s",   "slot", "small",
     "span", "strike", "strong",  "sub",      "sup", "time", "tt",  "u"});

constexpr auto kRows = std::to_array<std::string_view>({"tbody", "tfoot", "thead"});

bool is_cell(std::string_view name) { return name == "td" || name == "th"; }

}  // namespace

bool is_block_element(std::string_view name) { return is_one_of(kBlocks, name); }

bool is_void_element(std::string_view name) { return is_one_of(kVoid, name); }

bool is_picture(std::string_view tag, std::string_view name) {
  constexpr std::string_view kPixel[] = {"width=\"1\"", "width='1'", "width=1 ", "width=\"0\""};
  const auto has = [tag](std::string_view text) {
    return tag.find(text) != std::string_view::npos;
  };
  return name == "img" && std::ranges::none_of(kPixel, has);
}

bool is_raw_element(std::string_view name) { return is_one_of(kRaw, name); }

bool is_untranslated_element(std::string_view name) {
  return is_one_of(kUntranslated, name) || is_raw_element(name);
}

bool is_known_inline_element(std::string_view name) {
  return is_one_of(kKnownInline, name) || is_one_of(kUntranslated, name);
}

bool is_ended_by(std::string_view open, std::string_view next) {
  const bool is_phrase = next == "br" || next == "button" || next == "label";
  if (open == "p") return is_block_element(next) && !is_phrase;
  if (open == "li") return next == "li";
  if (open == "dt" || open == "dd") return next == "dt" || next == "dd";
  if (open == "option") return next == "option" || next == "optgroup";
  if (is_cell(open)) return is_cell(next) || next == "tr" || is_one_of(kRows, next);
  if (open == "tr") return next == "tr" || is_one_of(kRows, next);
  return is_one_of(kRows, open) && is_one_of(kRows, next);
}

void HtmlOpenElements::open(std::string_view name, size_t item) {
  elements_.push_back({.name = std::string(name), .item = item});
  ++counts_[elements_.back().name];
}

bool HtmlOpenElements::has(std::string_view name) const {
  const auto found = counts_.find(name);
  return found != counts_.end() && found->second > 0;
}

void HtmlOpenElements::pop() {
  --counts_[elements_.back().name];
  elements_.pop_back();
}

HtmlOpenElements::Element HtmlOpenElements::close(std::string_view name) {
  while (elements_.back().name != name) pop();
  const auto closed = elements_.back();
  pop();
  return closed;
}

void HtmlOpenElements::end_before(std::string_view name) {
  constexpr size_t kMostInline = 32;  // maximum number of elements inspected; keeps the time linear
  if (!is_block_element(name)) return;
  size_t left = elements_.size();
  for (size_t seen = 0; left > 0 && seen < kMostInline; --left, ++seen) {
    const auto& element = elements_[left - 1];
    if (is_ended_by(element.name, name)) {
      while (elements_.size() >= left) pop();
      seen = 0;
    } else if (is_block_element(element.name)) {
      return;
    }
  }
}

}  // namespace regard::serve
