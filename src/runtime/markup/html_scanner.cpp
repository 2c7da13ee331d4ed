#include "markup/html_scanner.h"

#include <algorithm>

#include "base/utf8.h"
#include "markup/html_names.h"

namespace regard::serve {
namespace {

constexpr auto kNowhere = std::string_view::npos;

struct Attribute {
  std::string name;
  std::string_view value;
};

/// Whether an attribute's value is visible to people. `role`: the tag's type=, or the name= or
/// property= of a <meta>.
bool is_read_by_people(std::string_view tag, std::string_view attribute, std::string_view role) {
  if (attribute == "label") return tag == "option" || tag == "optgroup" || tag == "track";
  if (attribute == "value" && tag == "input") {
    return role == "submit" || role == "button" || role == "reset";
  }
  if (attribute == "content" && tag == "meta") {
    if (role.starts_with("og:")) role.remove_prefix(3);
    if (role.starts_with("twitter:")) role.remove_prefix(8);
    return role == "description" || role == "title";
  }
  return attribute == "alt" || attribute == "title" || attribute == "placeholder" ||
         attribute == "aria-label";
}

bool has_class(std::string_view classes, std::string_view wanted) {
  while (!classes.empty()) {
    const auto end = std::ranges::find_if(classes, is_html_space) - classes.begin();
    if (classes.substr(0, static_cast<size_t>(end)) == wanted) return true;
    classes.remove_prefix(std::min(static_cast<size_t>(end) + 1, classes.size()));
  }
  return false;
}

bool is_markup(std::string_view html, size_t at) {
  if (html[at] != '<' || at + 1 >= html.size()) return false;
  const char next = html[at + 1];
  if (next == '/') return at + 2 < html.size();
  return is_ascii_letter(next) || next == '!' || next == '?';
}

/// The position after the "-->" of the comment that begins at `at`.
size_t comment_end(std::string_view html, size_t at) {
  const size_t content = at + 4;
  if (html.substr(content).starts_with('>')) return content + 1;
  if (html.substr(content).starts_with("->")) return content + 2;
  for (size_t end = content; (end = html.find("--", end)) != kNowhere; ++end) {
    if (html.substr(end + 2).starts_with('>')) return end + 3;
    if (html.substr(end + 2).starts_with("!>")) return end + 4;
  }
  return kNowhere;
}

}  // namespace

std::optional<HtmlToken> HtmlScanner::next() {
  if (at_ >= html_.size()) return {};
  HtmlToken token;
  if (at_ >= title_end_ && is_markup(html_, at_)) {
    token = markup(at_);
  } else {
    token.bytes = html_.substr(at_, text_end(at_) - at_);
  }
  at_ += token.bytes.size();
  if (token.kind == HtmlToken::Kind::start_tag && token.name == "title") {
    title_end_ = std::min(raw_end("title", at_), html_.size());
  }
  return token;
}

size_t HtmlScanner::text_end(size_t at) const {
  if (at < title_end_) return title_end_;
  do {
    at = std::min(html_.find('<', at + 1), html_.size());
  } while (at < html_.size() && !is_markup(html_, at));
  return at;
}

HtmlToken HtmlScanner::markup(size_t begin) {
  const auto rest = html_.substr(begin);
  if (is_ascii_letter(rest[1]) || (rest[1] == '/' && is_ascii_letter(rest[2]))) return tag(begin);
  HtmlToken token;
  token.kind = HtmlToken::Kind::comment;
  size_t end = kNowhere;
  if (rest.starts_with("<!--")) {
    end = comment_end(html_, begin);
  } else if (rest.starts_with("<![CDATA[")) {
    end = html_.find("]]>", begin);
    if (end != kNowhere) end += 3;
  } else {
    constexpr size_t kDoctypeBytes = 9;
    if (lower_ascii(rest.substr(0, kDoctypeBytes)) == "<!doctype") {
      token.kind = HtmlToken::Kind::doctype;
    }
    end = html_.find('>', begin);
    if (end != kNowhere) ++end;
  }
  token.is_whole = end != kNowhere;
  token.bytes = html_.substr(begin, token.is_whole ? end - begin : kNowhere);
  return token;
}

HtmlToken HtmlScanner::tag(size_t begin) {
  HtmlToken token;
  const bool is_end = html_[begin + 1] == '/';
  token.kind = is_end ? HtmlToken::Kind::end_tag : HtmlToken::Kind::start_tag;
  const size_t name = begin + (is_end ? 2 : 1);
  size_t at = std::min(html_.find_first_of(" \n\t\r\f/>", name), html_.size());
  token.name = lower_ascii(html_.substr(name, at - name));
  read_attributes(token, at);
  if (at >= html_.size()) {  // browsers ignore an unfinished tag
    token.is_whole = false;
  } else {
    ++at;
    if (!is_end && is_raw_element(token.name)) take_raw_content(token, at);
  }
  token.bytes = html_.substr(begin, at - begin);
  return token;
}

size_t HtmlScanner::skip_spaces(size_t at) const {
  return std::min(html_.find_first_not_of(" \n\t\r\f", at), html_.size());
}

/// Moves `at` to the tag's '>', or to the end of the document.
void HtmlScanner::read_attributes(HtmlToken& tag, size_t& at) const {
  std::string role;
  std::vector<Attribute> in_quotes;
  for (at = skip_spaces(at); at < html_.size() && html_[at] != '>'; at = skip_spaces(at)) {
    if (html_[at] == '/') {
      tag.has_slash = html_.substr(at + 1).starts_with('>');
      ++at;
      continue;
    }
    const size_t begin = at;
    at = std::min(html_.find_first_of(" \n\t\r\f/>=", at + 1), html_.size());
    const auto name = lower_ascii(html_.substr(begin, at - begin));
    const auto value = attribute_value(at);
    if (name == "translate") {
      tag.is_untranslated |= lower_ascii(value) == "no";
      tag.is_translated |= value.empty() || lower_ascii(value) == "yes";
    }
    if (name == "lang" || name == "xml:lang") {
      tag.language = lower_ascii(value.substr(0, value.find_first_of("-_")));
      if (!value.empty()) tag.languages.push_back(value);
    }
    if (name == "class") tag.is_untranslated |= has_class(value, "notranslate");
    const bool says_role =
        tag.name == "meta" ? name == "name" || name == "property" : name == "type";
    if (says_role) role = lower_ascii(value);
    if (!value.empty() && value.data() + value.size() + 1 == html_.data() + at) {
      in_quotes.push_back({name, value});
    }
  }
  for (const auto& [name, value] : in_quotes) {
    if (is_read_by_people(tag.name, name, role)) tag.texts.push_back(value);
  }
}

/// The value of the attribute whose name ends at `at`; moves `at` past the value.
std::string_view HtmlScanner::attribute_value(size_t& at) const {
  const size_t equals = skip_spaces(at);
  if (equals >= html_.size() || html_[equals] != '=') return {};
  size_t begin = skip_spaces(equals + 1);
  if (begin >= html_.size() || html_[begin] == '>') {
    at = begin;
    return {};
  }
  const char quote = html_[begin];
  if (quote == '"' || quote == '\'') {
    ++begin;
    const size_t end = std::min(html_.find(quote, begin), html_.size());
    at = std::min(end + 1, html_.size());
    return html_.substr(begin, end - begin);
  }
  at = std::min(html_.find_first_of(" \n\t\r\f>", begin), html_.size());
  return html_.substr(begin, at - begin);
}

void HtmlScanner::take_raw_content(HtmlToken& tag, size_t& at) const {
  tag.kind = HtmlToken::Kind::raw_element;
  const size_t end = tag.name == "plaintext" ? kNowhere : raw_end(tag.name, at);
  at = end == kNowhere ? html_.size() : end;
  HtmlToken end_tag;
  if (at < html_.size()) {
    at += 2 + tag.name.size();
    read_attributes(end_tag, at);
  }
  tag.is_whole = at < html_.size();
  if (tag.is_whole) ++at;
}

/// The position of the end tag of `name`.
size_t HtmlScanner::raw_end(std::string_view name, size_t at) const {
  for (; (at = html_.find("</", at)) != kNowhere; ++at) {
    const size_t after = at + 2 + name.size();
    if (after >= html_.size() || lower_ascii(html_.substr(at + 2, name.size())) != name) continue;
    const char next = html_[after];
    if (is_html_space(next) || next == '/' || next == '>') return at;
  }
  return kNowhere;
}

}  // namespace regard::serve
