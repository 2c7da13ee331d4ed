#include "bitext/xml_elements.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/language_tag.h"
#include "base/readable.h"
#include "base/utf8.h"
#include "bitext/code_marks.h"
#include "markup/html_names.h"
#include "markup/xml_doctype.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard::bitext {

XmlElements::XmlElements(std::unique_ptr<ByteSource> bytes, const std::string& path,
                         const std::string& format, std::vector<std::string> names,
                         std::function<void(std::string_view tag)> see)
    : bytes_(std::move(bytes)),
      file_{.path = path, .format = format},
      names_(std::move(names)),
      see_(std::move(see)) {
  while (buffer_.size() < 2 && read_more()) continue;
  if (buffer_.starts_with("\xFF\xFE") || buffer_.starts_with("\xFE\xFF")) {
    throw Error("is UTF-16, but must be UTF-8", path,
                "convert it: iconv -f UTF-16 -t UTF-8, and name UTF-8 in its first line");
  }
  check_encoding();
}

void XmlElements::check_encoding() {
  constexpr size_t kLongestDeclaration = 256;
  while (buffer_.size() < kLongestDeclaration && read_more()) continue;
  const size_t begin = buffer_.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  const auto declaration = std::string_view(buffer_).substr(begin, buffer_.find('>'));
  if (!declaration.starts_with("<?xml")) return;
  const auto encoding = attribute_of(declaration, "encoding");
  const auto name = lower_ascii(encoding);
  if (name.empty() || name == "utf-8" || name == "utf8" || name == "us-ascii") return;
  throw Error(str("is ", printable(encoding), ", but must be UTF-8"), file_.path,
              str("convert it: iconv -f ", shell_word(encoding), " -t UTF-8 ",
                  shell_word(file_.path), ", and name UTF-8 in its first line"));
}

void XmlElements::fail_cut_off() const {
  throw Error("ends in the middle of an element or a tag", str(file_.path, ':', line_),
              "download or copy it again: it is truncated");
}

bool XmlElements::read_more() { return bytes_->append(buffer_); }

void XmlElements::drop(size_t size) {
  line_ += std::count(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(size), '\n');
  buffer_.erase(0, size);
}

/// Moves `at` to the next occurrence of `sought`.
bool XmlElements::find(std::string_view sought, size_t& at) {
  constexpr size_t kMost = 4 * limits::kMebibyte;
  while (true) {
    const size_t found = buffer_.find(sought, at);
    if (found != std::string::npos) {
      at = found;
      return true;
    }
    if (buffer_.size() > kMost) {
      throw Error(str("no '", sought, "' follows within 4 MiB"), str(file_.path, ':', line_),
                  "check that the file is well-formed: xmllint --noout FILE");
    }
    at = std::max(at, buffer_.size() - std::min(buffer_.size(), sought.size()));
    if (!read_more()) return false;
  }
}

/// Finds </tu> or </tu >, but not </tuv>.
bool XmlElements::find_end_tag(const std::string& name, size_t& at) {
  const std::string begin = "</" + name;
  for (; find(begin, at); at += begin.size()) {
    size_t behind = at;
    if (!find(">", behind)) return false;
    const auto rest = std::string_view(buffer_).substr(at + begin.size());
    if (trimmed(rest.substr(0, behind - at - begin.size())).empty()) return true;
  }
  return false;
}

bool XmlElements::skip(std::string_view end) {
  size_t at = 0;
  while (buffer_.find(end) == std::string::npos) {
    const size_t kept = std::min(buffer_.size(), end.size());
    drop(buffer_.size() - kept);
    if (!read_more()) return false;
  }
  at = buffer_.find(end) + end.size();
  drop(at);
  return true;
}

void XmlElements::skip_doctype() {
  size_t size = 0;
  while ((size = serve::doctype_size(buffer_)) == 0) {
    if (buffer_.size() > limits::kMebibyte) {
      throw Error("its DOCTYPE is larger than 1 MiB", str(file_.path, ':', line_),
                  "remove the declarations: xmllint --noent --dropdtd FILE");
    }
    if (!read_more()) fail_cut_off();
  }
  entities_.declare(std::string_view(buffer_).substr(0, size));
  drop(size);
}

/// The listed name with which the tag at `at` begins.
const std::string* XmlElements::name_at(size_t at) const {
  for (const auto& name : names_) {
    const size_t end = at + 1 + name.size();
    if (end < buffer_.size() && buffer_.compare(at + 1, name.size(), name) == 0 &&
        std::string_view(" \t\r\n>/").find(buffer_[end]) != std::string_view::npos) {
      return &name;
    }
  }
  return nullptr;
}

/// Handles a tag of an element that is not listed.
void XmlElements::take_other(std::string_view tag) {
  see_(tag);
  const auto name = tag.substr(1, tag.find_first_of(" \t\r\n>", 1) - 1);
  const bool opens =
      !name.empty() && !tag.ends_with("/>") && std::string_view("?!/").find(name[0]) == name.npos;
  if (opens && !has_root_) root_ = name;
  has_root_ = has_root_ || opens;
  if (!root_.empty() && name.starts_with('/') && name.substr(1) == root_) root_.clear();
}

bool XmlElements::next(std::string& element) {
  while (true) {
    size_t begin = 0;
    while ((begin = buffer_.find('<')) == std::string::npos) {
      drop(buffer_.size());
      if (read_more()) continue;
      if (!root_.empty()) {
        throw Error(str("ends before </", printable(root_), '>'), str(file_.path, ':', line_),
                    "download or copy it again: it is truncated");
      }
      return false;
    }
    drop(begin);
    constexpr size_t kLongestMark = 64;
    while (buffer_.size() < kLongestMark && read_more()) continue;
    if (buffer_.starts_with("<!--") || buffer_.starts_with("<![CDATA[")) {
      if (!skip(buffer_[2] == '-' ? "-->" : "]]>")) fail_cut_off();
      continue;
    }
    if (buffer_.starts_with("<!DOCTYPE")) {
      skip_doctype();
      continue;
    }
    size_t end = 0;
    if (!find(">", end)) fail_cut_off();
    const auto* name = name_at(0);
    if (name == nullptr || buffer_[end - 1] == '/') {
      if (name == nullptr) take_other(std::string_view(buffer_).substr(0, end + 1));
      drop(end + 1);
      continue;
    }
    if (!find_end_tag(*name, end) || !find(">", end)) fail_cut_off();
    file_.lines = line_;
    element = buffer_.substr(0, end + 1);
    drop(end + 1);
    if (!entities_.empty()) element = entities_.resolved(element).value_or(element);
    return true;
  }
}

std::string_view attribute_of(std::string_view tag, std::string_view name) {
  for (size_t at = tag.find(name); at != std::string_view::npos; at = tag.find(name, at + 1)) {
    size_t behind = at + name.size();
    const auto is_space = [&](size_t place) {
      return place < tag.size() && std::string_view(kBlanks).find(tag[place]) != std::string::npos;
    };
    while (is_space(behind)) ++behind;
    if (at == 0 || !is_space(at - 1) || behind >= tag.size() || tag[behind] != '=') continue;
    do {
      ++behind;
    } while (is_space(behind));
    if (behind >= tag.size()) return {};
    const size_t end = tag.find(tag[behind], behind + 1);
    if (end == std::string_view::npos) return {};
    return tag.substr(behind + 1, end - behind - 1);
  }
  return {};
}

namespace {

void append_resolved(std::string_view text, std::string& to) {
  for (size_t at = 0; at < text.size();) {
    const size_t reference = std::min(text.find('&', at), text.size());
    to += text.substr(at, reference - at);
    at = reference;
    if (at == text.size()) return;
    const auto [length, character] = serve::character_reference(text.substr(at));
    if (length > 0 && character != 0) {
      append_utf8(character, to);
      at += length;
    } else {
      to += text[at++];
    }
  }
}

/// Whether the tag of a code represents a line break.
bool breaks_line(std::string_view tag) {
  return std::ranges::any_of(std::array{"ctype", "type", "subType"}, [&](const char* name) {
    const auto value = attribute_of(tag, name);
    return value == "lb" || value == "xlf:lb" || value == "x-lb" || value == "x-br";
  });
}

/// Whether a code, given with its content, stands for something within its text: not for half of a
/// pair, for a line break, an index entry or a tag other than an image.
bool stands_alone(std::string_view code) {
  if (!code.starts_with("<ph") && !code.starts_with("<x")) return false;
  const auto id = attribute_of(code, "id");
  const bool is_half = id.starts_with("START_") || id.starts_with("CLOSE_");
  const auto content = code.substr(code.find('>') + 1);
  const bool is_tag = content.starts_with("&lt;") && !content.starts_with("&lt;img");
  return !is_half && !is_tag && !breaks_line(code) &&
         !attribute_of(code, "ctype").starts_with("x-index");
}

/// The name that a code has in all languages: its number, or else its content or type.
std::string key_of(std::string_view code) {
  for (const auto* name : {"x", "id"}) {
    const auto number = attribute_of(code, name);
    if (!number.empty()) return str(name, '=', number);
  }
  const auto content = code.substr(code.find('>') + 1);
  return content.empty() ? str("type=", attribute_of(code, "type")) : std::string(content);
}

}  // namespace

std::string without_region(std::string_view language) {
  return lower_ascii(primary_subtag(language));
}

std::string why_malformed(const serve::MalformedXml& error) {
  const std::string_view what = error.what();
  const size_t place = what.find("column ");
  const size_t begin = place == std::string_view::npos ? place : what.find(": ", place);
  return std::string(begin == std::string_view::npos ? what : what.substr(begin + 2));
}

void XmlText::begin() {
  text_.clear();
  code_.clear();
  is_behind_code_ = false;
}

/// Appends text; blanks on both sides of a code become one.
void XmlText::join(std::string_view text) {
  if (text.empty()) return;
  if (std::exchange(is_behind_code_, false) && (text_.empty() || text_.ends_with(' '))) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    is_behind_code_ = text.empty();
  }
  text_ += text;
}

void XmlText::end_code() {
  if (breaks_line(code_)) join(" ");
  is_behind_code_ = !keeps_codes_ || !stands_alone(code_);
  if (!is_behind_code_) text_ += code_mark(key_of(code_));
  code_.clear();
}

void XmlText::take(const serve::XmlToken& token) {
  using Kind = serve::XmlToken::Kind;
  const bool is_code = std::ranges::find(codes_, token.name) != codes_.end();
  if (is_code || depth_ > 0) {
    code_ += token.bytes;
    if (token.kind == Kind::start_tag && is_code) ++depth_;
    if (token.kind == Kind::end_tag && is_code) --depth_;
    if (depth_ <= 0) end_code();
    return;
  }
  if (token.kind == Kind::text) {
    std::string text;
    append_resolved(token.bytes, text);
    join(text);
  }
  if (token.kind == Kind::cdata) {
    constexpr size_t kBegin = 9, kEnd = 3;  // lengths of <![CDATA[ and ]]>
    join(token.bytes.substr(kBegin, token.bytes.size() - kBegin - kEnd));
  }
}

}  // namespace regard::bitext
