#include "markup/xml_scanner.h"

#include <algorithm>
#include <iterator>

#include "base/language_tag.h"
#include "base/utf8.h"
#include "markup/html_items.h"
#include "markup/xml_doctype.h"
#include "regard/base/str.h"

namespace regard::serve {
namespace {

constexpr std::string_view kXmlSpaces = " \t\r\n";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr auto kNotFound = std::string_view::npos;

/// Size of the reference at the beginning of `text`, which begins with '&'; 0 if it is not
/// predefined in XML.
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

/// Whether an attribute of `<?xml ...?>` has a valid value.
bool is_of_declaration(std::string_view name, std::string_view value) {
  if (name == "standalone") return value == "yes" || value == "no";
  if (name == "version") {
    return value.size() > 2 && value.starts_with("1.") &&
           std::ranges::all_of(value.substr(2), is_ascii_digit);
  }
  const auto is_of_encoding = [](char c) {
    return is_ascii_letter(c) || is_ascii_digit(c) || c == '.' || c == '_' || c == '-';
  };
  return !value.empty() && is_ascii_letter(value.front()) &&
         std::ranges::all_of(value, is_of_encoding);
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
  throw MalformedXml(str("Tag handling parsing failed, please check input: line ", line,
                         ", column ", column_of(xml_.substr(begin), at - begin), ": ", why));
}

std::optional<XmlToken> XmlScanner::next() {
  if (at_ >= xml_.size()) {
    if (!open_.empty())
      refuse(at_, str("the element ", name_in_quotes(open_.back()), " has no end tag"));
    return {};
  }
  if (at_ == 0 && takes(kByteOrderMark)) {
    beginning_ = at_;
    return XmlToken{.kind = XmlToken::Kind::declaration, .bytes = xml_.substr(0, at_)};
  }
  auto token = xml_[at_] == '<' ? markup() : text();
  using Kind = XmlToken::Kind;
  const bool is_blank =
      token.kind == Kind::text && token.bytes.find_first_not_of(kXmlSpaces) == kNotFound;
  has_content_ |= token.kind != Kind::note && token.kind != Kind::declaration && !is_blank;
  return token;
}

bool XmlScanner::has_entities() const {
  return entities_ == Entities::any || (entities_ == Entities::declared && has_doctype_);
}

/// Size of a reference at `at` that may stay unresolved; 0 if there is none.
size_t XmlScanner::entity_size(size_t at) const {
  const auto rest = xml_.substr(at);
  if (!has_entities() || !rest.starts_with('&') || reference_size(rest) > 0) return 0;
  const size_t size = 1 + xml_name_size(rest.substr(1));
  return size > 1 && rest.substr(size).starts_with(';') ? size + 1 : 0;
}

XmlToken XmlScanner::text() {
  if (const size_t size = entity_size(at_); size > 0) {
    at_ += size;
    return {.kind = XmlToken::Kind::entity, .bytes = xml_.substr(at_ - size, size)};
  }
  size_t end = std::min(xml_.find_first_of("<&", at_), xml_.size());
  while (end < xml_.size() && xml_[end] == '&' && entity_size(end) == 0) {
    end = std::min(xml_.find_first_of("<&", end + 1), xml_.size());
  }
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

/// The token from `begin` to the next `end`, which is required.
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
  const auto target = name();
  if (lower_ascii(target) != "xml") {
    if (!skip_spaces() && !xml_.substr(at_).starts_with("?>")) {
      refuse(at_, "no space after the name of an instruction");
    }
    return until(XmlToken::Kind::note, begin, "?>");
  }
  if (begin != beginning_) refuse(begin, "<?xml ...?> is not at the beginning");
  if (target != "xml") refuse(begin, "only <?xml ...?> may have that name");
  read_xml_declaration();
  return {.kind = XmlToken::Kind::declaration, .bytes = xml_.substr(begin, at_ - begin)};
}

/// Reads the rest of an XML declaration: a version, then optionally an encoding and standalone.
void XmlScanner::read_xml_declaration() {
  constexpr std::string_view kNames[] = {"version", "encoding", "standalone"};
  const auto* next = std::begin(kNames);
  attributes_.clear();
  while (true) {
    const bool has_space = skip_spaces();
    if (takes("?>")) break;
    const size_t begin = at_;
    if (!has_space) refuse(at_, "no space before an attribute");
    const auto [name, value] = read_attribute();
    const auto* found = std::find(next, std::end(kNames), name);
    const bool is_first = next == std::begin(kNames);
    if (found == std::end(kNames) || (is_first && found != next) ||
        !is_of_declaration(name, value)) {
      refuse(begin,
             "<?xml ...?> may have only a version, an encoding and standalone, in that order");
    }
    next = found + 1;
  }
  if (next == std::begin(kNames)) refuse(at_, "<?xml ...?> has no version");
}

XmlToken XmlScanner::doctype() {
  const size_t begin = at_;
  if (has_content_ || has_doctype_) refuse(begin, "a DOCTYPE after the beginning");
  has_doctype_ = true;
  at_ += std::string_view("<!DOCTYPE").size();
  need_spaces();
  name();
  bool has_space = skip_spaces();
  const bool is_public = has_space && takes("PUBLIC");
  if (is_public || (has_space && takes("SYSTEM"))) {
    need_spaces();
    literal();
    if (is_public) {
      need_spaces();
      literal();
    }
    skip_spaces();
  }
  if (xml_.substr(at_).starts_with('[')) {
    if (entities_ == Entities::none) refuse(at_, "a DOCTYPE with declarations is not supported");
    const size_t size = doctype_size(xml_.substr(begin));
    if (size == 0) refuse(begin, "the DOCTYPE has no end");
    at_ = begin + size - 1;
  }
  if (!takes(">")) refuse(at_, "the DOCTYPE has no '>'");
  return {.kind = XmlToken::Kind::declaration, .bytes = xml_.substr(begin, at_ - begin)};
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
    const auto [name, value] = read_attribute();
    tag.is_untranslated |=
        (name == "translate" && value == "no") || (name == "translatable" && value == "false");
    tag.is_translated |=
        (name == "translate" && value == "yes") || (name == "translatable" && value == "true");
    tag.keeps_spaces |= name == "xml:space" && value == "preserve";
    if (name == "xml:lang") tag.language = primary_subtag(value);
  }
  tag.bytes = xml_.substr(begin, at_ - begin);
  if (tag.kind == XmlToken::Kind::start_tag) open_.push_back(tag.name);
  return tag;
}

XmlScanner::Attribute XmlScanner::read_attribute() {
  const size_t begin = at_;
  const auto attribute = name();
  if (!attributes_.insert(attribute).second) {
    refuse(begin, str("a second attribute ", name_in_quotes(attribute)));
  }
  skip_spaces();
  if (!takes("=")) refuse(at_, str("the attribute ", name_in_quotes(attribute), " has no value"));
  skip_spaces();
  const size_t value_begin = at_ + 1;
  const auto value = literal();
  if (value.find('<') != kNotFound)
    refuse(value_begin + value.find('<'), "'<' in the value of an attribute");
  check_references(value);
  return {.name = attribute, .value = value};
}

/// Reads a quoted value.
std::string_view XmlScanner::literal() {
  const char quote = at_ < xml_.size() ? xml_[at_] : '\0';
  if (quote != '"' && quote != '\'') refuse(at_, "the value of an attribute is not in quotes");
  const size_t end = xml_.find(quote, ++at_);
  if (end == kNotFound) refuse(at_, "the value of an attribute has no end");
  const auto value = xml_.substr(at_, end - at_);
  check_characters(value);
  at_ = end + 1;
  return value;
}

std::string_view XmlScanner::name() {
  const auto name = xml_.substr(at_, xml_name_size(xml_.substr(at_)));
  if (name.empty()) refuse(at_, "a tag or attribute has no name");
  at_ += name.size();
  return name;
}

void XmlScanner::check_references(std::string_view text) const {
  for (size_t at = text.find('&'); at != kNotFound; at = text.find('&', at + 1)) {
    const size_t place = static_cast<size_t>(text.data() - xml_.data()) + at;
    if (reference_size(text.substr(at)) > 0 || entity_size(place) > 0) continue;
    refuse(place, "'&' does not begin a reference that XML defines; write &amp; for the character");
  }
}

void XmlScanner::check_characters(std::string_view text) const {
  for (auto rest = text; !rest.empty();) {
    const auto character = first_code_point(rest);
    if (character.length == 0 || !is_xml_character(character.value)) {
      refuse(static_cast<size_t>(rest.data() - xml_.data()), "a character that XML does not allow");
    }
    rest.remove_prefix(character.length);
  }
}

bool XmlScanner::skip_spaces() {
  const size_t begin = at_;
  at_ = std::min(xml_.find_first_not_of(kXmlSpaces, at_), xml_.size());
  return at_ > begin;
}

void XmlScanner::need_spaces() {
  if (!skip_spaces()) refuse(at_, "no space where XML needs one");
}

bool XmlScanner::takes(std::string_view what) {
  if (!xml_.substr(std::min(at_, xml_.size())).starts_with(what)) return false;
  at_ += what.size();
  return true;
}

}  // namespace regard::serve
