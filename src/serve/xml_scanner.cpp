#include "serve/xml_scanner.h"

#include <algorithm>

#include "regard/base/ascii.h"
#include "regard/base/str.h"
#include "regard/base/utf8.h"
#include "serve/refusal.h"

namespace regard::serve {
namespace {

constexpr std::string_view kXmlSpaces = " \t\r\n";
constexpr auto kNotFound = std::string_view::npos;

bool begins_name(char c) {
  return is_ascii_letter(c) || c == '_' || c == ':' || static_cast<unsigned char>(c) >= 0x80U;
}
bool is_in_name(char c) { return begins_name(c) || is_ascii_digit(c) || c == '-' || c == '.'; }

bool is_xml_character(char32_t c) {
  if (c < U' ') return c == U'\t' || c == U'\n' || c == U'\r';
  return c != 0xFFFE && c != 0xFFFF && (c < 0xD800 || c > 0xDFFF) && c <= 0x10FFFF;
}

/// Bytes of a reference at the beginning of `text`, which begins with '&'; 0: it is none that XML
/// has without declarations.
size_t reference_size(std::string_view text) {
  for (const std::string_view known : {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"}) {
    if (text.starts_with(known)) return known.size();
  }
  if (!text.starts_with("&#")) return 0;
  const bool is_hexadecimal = text.substr(2).starts_with('x');
  const size_t begin = is_hexadecimal ? 3 : 2;
  size_t at = begin;
  uint32_t number = 0;
  for (; at < text.size(); ++at) {
    const int digit = hexadecimal_value(text[at]);
    if (digit < 0 || (digit > 9 && !is_hexadecimal)) break;
    constexpr uint32_t kTooLarge = 0x110000;
    number =
        std::min(number * (is_hexadecimal ? 16U : 10U) + static_cast<uint32_t>(digit), kTooLarge);
  }
  const bool is_whole = at > begin && text.substr(at).starts_with(';');
  return is_whole && is_xml_character(number) ? at + 1 : 0;
}

std::string name_in_quotes(std::string_view name) {
  constexpr size_t kMost = 40;
  return "'" + std::string(name.substr(0, kMost)) + "'";
}

}  // namespace

void XmlScanner::refuse(size_t at, const std::string& why) const {
  const auto before = xml_.substr(0, at);
  const auto line = std::ranges::count(before, '\n') + 1;
  const size_t begin = before.rfind('\n') == kNotFound ? 0 : before.rfind('\n') + 1;
  throw Refusal(400, str("Tag handling parsing failed, please check input: line ", line,
                         ", column ", column_of(xml_.substr(begin), at - begin), ": ", why));
}

std::optional<XmlToken> XmlScanner::next() {
  if (at_ >= xml_.size()) {
    if (!open_.empty())
      refuse(at_, str("the element ", name_in_quotes(open_.back()), " has no end tag"));
    return {};
  }
  auto token = xml_[at_] == '<' ? markup() : text();
  using Kind = XmlToken::Kind;
  const bool is_blank =
      token.kind == Kind::text && token.bytes.find_first_not_of(kXmlSpaces) == kNotFound;
  has_content_ |= token.kind != Kind::note && token.kind != Kind::declaration && !is_blank;
  return token;
}

XmlToken XmlScanner::text() {
  const size_t end = std::min(xml_.find('<', at_), xml_.size());
  XmlToken token{.bytes = xml_.substr(at_, end - at_)};
  check_references(token.bytes);
  check_characters(token.bytes);
  const size_t section = token.bytes.find("]]>");
  if (section != kNotFound) refuse(at_ + section, "']]>' outside of a CDATA section");
  at_ = end;
  return token;
}

XmlToken XmlScanner::markup() {
  using Kind = XmlToken::Kind;
  const size_t begin = at_;
  if (takes("<!--")) {
    auto token = until(Kind::note, begin, "--");
    if (!takes(">")) refuse(at_, "'--' within a comment");
    token.bytes = xml_.substr(begin, at_ - begin);
    return token;
  }
  if (takes("<![CDATA[")) return until(Kind::cdata, begin, "]]>");
  if (xml_.substr(at_).starts_with("<?")) return instruction();
  if (xml_.substr(at_).starts_with("<!DOCTYPE")) return doctype();
  return xml_.substr(at_).starts_with("</") ? end_tag() : start_tag();
}

/// From `begin` up to the next `end`, which must come.
XmlToken XmlScanner::until(XmlToken::Kind kind, size_t begin, std::string_view end) {
  const size_t found = xml_.find(end, at_);
  if (found == kNotFound) refuse(begin, str("no '", end, "' follows"));
  at_ = found + end.size();
  XmlToken token{.kind = kind, .bytes = xml_.substr(begin, at_ - begin)};
  check_characters(token.bytes);
  return token;
}

XmlToken XmlScanner::instruction() {
  const size_t begin = at_;
  at_ += 2;
  const bool is_declaration = lower_ascii(name()) == "xml";
  if (is_declaration && begin != 0) refuse(begin, "<?xml ...?> is not at the beginning");
  using Kind = XmlToken::Kind;
  return until(is_declaration ? Kind::declaration : Kind::note, begin, "?>");
}

XmlToken XmlScanner::doctype() {
  const size_t begin = at_;
  if (has_content_) refuse(begin, "a DOCTYPE after the beginning");
  auto token = until(XmlToken::Kind::declaration, begin, ">");
  const size_t subset = token.bytes.find('[');
  if (subset != kNotFound) refuse(begin + subset, "a DOCTYPE with declarations is not read");
  return token;
}

XmlToken XmlScanner::end_tag() {
  const size_t begin = at_;
  at_ += 2;
  const auto closed = name();
  skip_spaces();
  if (!takes(">")) refuse(at_, str("the end tag of ", name_in_quotes(closed), " has no '>'"));
  if (open_.empty()) refuse(begin, str("no element ", name_in_quotes(closed), " is open"));
  if (open_.back() != closed) {
    refuse(begin, str("the end tag of ", name_in_quotes(closed), " is within the element ",
                      name_in_quotes(open_.back())));
  }
  open_.pop_back();
  return {
      .kind = XmlToken::Kind::end_tag, .bytes = xml_.substr(begin, at_ - begin), .name = closed};
}

XmlToken XmlScanner::start_tag() {
  const size_t begin = at_;
  ++at_;
  XmlToken tag{.kind = XmlToken::Kind::start_tag, .bytes = {}, .name = name()};
  attributes_.clear();
  while (true) {
    const bool has_space = skip_spaces();
    if (takes("/>")) {
      tag.kind = XmlToken::Kind::empty_tag;
      break;
    }
    if (takes(">")) break;
    if (at_ >= xml_.size())
      refuse(begin, str("the tag of ", name_in_quotes(tag.name), " has no '>'"));
    if (!has_space) refuse(at_, "no space before an attribute");
    read_attribute(tag);
  }
  tag.bytes = xml_.substr(begin, at_ - begin);
  if (tag.kind == XmlToken::Kind::start_tag) open_.push_back(tag.name);
  return tag;
}

void XmlScanner::read_attribute(XmlToken& tag) {
  const size_t begin = at_;
  const auto attribute = name();
  if (!attributes_.insert(attribute).second) {
    refuse(begin, str("a second attribute ", name_in_quotes(attribute)));
  }
  skip_spaces();
  if (!takes("=")) refuse(at_, str("the attribute ", name_in_quotes(attribute), " has no value"));
  skip_spaces();
  const char quote = at_ < xml_.size() ? xml_[at_] : '\0';
  if (quote != '"' && quote != '\'') refuse(at_, "the value of an attribute is not in quotes");
  const size_t end = xml_.find(quote, ++at_);
  if (end == kNotFound) refuse(at_, "the value of an attribute has no end");
  const auto value = xml_.substr(at_, end - at_);
  if (value.find('<') != kNotFound)
    refuse(at_ + value.find('<'), "'<' in the value of an attribute");
  check_references(value);
  check_characters(value);
  tag.is_untranslated |= (attribute == "translate" && value == "no") ||
                         (attribute == "translatable" && value == "false");
  at_ = end + 1;
}

std::string_view XmlScanner::name() {
  const size_t begin = at_;
  if (at_ >= xml_.size() || !begins_name(xml_[at_])) refuse(at_, "no name of a tag or attribute");
  while (at_ < xml_.size() && is_in_name(xml_[at_])) ++at_;
  return xml_.substr(begin, at_ - begin);
}

void XmlScanner::check_references(std::string_view text) const {
  for (size_t at = text.find('&'); at != kNotFound; at = text.find('&', at + 1)) {
    if (reference_size(text.substr(at)) > 0) continue;
    refuse(static_cast<size_t>(text.data() - xml_.data()) + at,
           "'&' begins no reference that XML defines; write &amp; for the character");
  }
}

void XmlScanner::check_characters(std::string_view text) const {
  const auto* bad = std::ranges::find_if(
      text, [](char c) { return !is_xml_character(static_cast<unsigned char>(c)); });
  if (bad == text.end()) return;
  refuse(static_cast<size_t>(bad - xml_.data()), "a control character");
}

bool XmlScanner::skip_spaces() {
  const size_t begin = at_;
  at_ = std::min(xml_.find_first_not_of(kXmlSpaces, at_), xml_.size());
  return at_ > begin;
}

bool XmlScanner::takes(std::string_view what) {
  if (!xml_.substr(std::min(at_, xml_.size())).starts_with(what)) return false;
  at_ += what.size();
  return true;
}

}  // namespace regard::serve
