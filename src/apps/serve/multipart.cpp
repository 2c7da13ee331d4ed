#include "serve/request_body.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::serve {
namespace {

bool is_token(std::string_view text) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return is_ascii_letter(c) || is_ascii_digit(c) || kMarks.find(c) != std::string_view::npos;
  });
}

/// Takes a quoted value from `text`, which begins with its quotation mark.
std::optional<std::string> take_quoted(std::string_view& text) {
  std::string value;
  for (size_t at = 1; at < text.size(); ++at) {
    const char c = text[at];
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (c == '"') {
      text.remove_prefix(at + 1);
      return value;
    }
    if (c == '\\' && (next == '"' || next == '\\')) ++at;
    value += text[at];
  }
  return {};
}

/// Takes a value from `text`. `is_strict`: an unquoted value must be a token.
std::optional<std::string> take_value(std::string_view& text, bool is_strict) {
  if (text.starts_with('"')) return take_quoted(text);
  const auto value = trimmed(text.substr(0, text.find(';')));
  text.remove_prefix(std::min(text.find(';'), text.size()));
  const bool is_valid = is_strict ? is_token(value) : value.find('"') == std::string_view::npos;
  if (value.empty() || !is_valid) return {};
  return std::string(value);
}

std::optional<HeaderValue> read_header_value(std::string_view text, bool is_strict) {
  const size_t end = std::min(text.find(';'), text.size());
  HeaderValue header = {.value = lower_ascii(trimmed(text.substr(0, end))), .parameters = {}};
  text = trimmed(text.substr(end));
  while (!text.empty()) {
    if (text[0] != ';') return {};
    text = trimmed(text.substr(1));
    if (text.empty()) break;  // a semicolon at the end
    const auto name = text.substr(0, std::min(text.find('='), text.size()));
    if (!is_token(name) || name.size() == text.size()) return {};
    text.remove_prefix(name.size() + 1);
    auto value = take_value(text, is_strict);
    if (!value) return {};
    if (!header.parameters.emplace(lower_ascii(name), std::move(*value)).second) return {};
    text = trimmed(text);
  }
  return header;
}

}  // namespace

std::optional<HeaderValue> header_value(std::string_view text) {
  return read_header_value(text, true);
}

std::optional<HeaderValue> header_value_of_form(std::string_view text) {
  return read_header_value(text, false);
}

std::string attachment(std::string_view name) {
  std::string plain;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool continues = continues_character(byte);  // one underscore per character
    const bool is_plain = byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\' && c != '%';
    if (!continues) plain += is_plain ? c : '_';
  }
  if (plain == name) return str("attachment; filename=\"", plain, "\"");
  return str("attachment; filename=\"", plain, "\"; filename*=UTF-8''", percent_escaped(name));
}

namespace {

constexpr size_t kHeaderBytes = 8'192, kHeaders = 20;  // limits for the headers of a part

std::string multipart_boundary(std::string_view content_type) {
  constexpr std::string_view kMarks = "'()+_,-./:=? ";
  constexpr size_t kLongest = 70;
  const auto header = header_value_of_form(content_type);
  if (!header || header->value != "multipart/form-data") {
    throw Error("the request is not multipart/form-data", {},
                "send the file as form data: curl -F file=@NAME");
  }
  const auto found = header->parameters.find("boundary");
  const std::string boundary = found == header->parameters.end() ? "" : found->second;
  const bool is_valid = std::ranges::all_of(boundary, [&](char c) {
    return is_ascii_letter(c) || is_ascii_digit(c) || kMarks.find(c) != std::string_view::npos;
  });
  if (boundary.empty() || boundary.size() > kLongest || boundary.ends_with(' ') || !is_valid) {
    throw Error("the header Content-Type has no valid boundary", {},
                "let the HTTP library set Content-Type");
  }
  return boundary;
}

/// Reads a body from its beginning to its end.
class MultipartReader {
 public:
  MultipartReader(std::string boundary, std::string_view body, size_t most)
      : delimiter_("\n--" + std::move(boundary)), rest_(body), most_(most) {}

  std::vector<MultipartPart> parts() {
    take_first_boundary();
    while (!take("--")) {
      skip_blanks();
      if (!take(line_end_)) fail("has other text after a boundary");
      if (parts_.size() == most_) {
        throw Error(str("the multipart body has more than ", most_, " parts"), {},
                    "send several requests");
      }
      parts_.push_back({});
      read_headers();
      const size_t end = rest_.find(delimiter_);
      if (end == std::string_view::npos) fail("ends within a part");
      parts_.back().body = rest_.substr(0, end);
      decode_body();
      rest_.remove_prefix(end + delimiter_.size());
    }
    skip_blanks();  // text after this line is not part of the form
    if (!rest_.empty() && !take("\r\n") && !take("\n")) {
      fail("has other text after its last boundary");
    }
    return std::move(parts_);
  }

 private:
  /// Takes the first boundary, which other text may precede. All lines end as the boundary's does:
  /// in CRLF or, as some scripts write it, in LF.
  void take_first_boundary() {
    const auto boundary = std::string_view(delimiter_).substr(1);
    const size_t found = rest_.starts_with(boundary) ? 0 : rest_.find(delimiter_);
    if (found == std::string_view::npos) fail("does not contain its boundary");
    rest_.remove_prefix(found == 0 && rest_.starts_with(boundary) ? boundary.size()
                                                                  : found + delimiter_.size());
    const auto after = rest_.substr(std::min(rest_.find_first_not_of("- \t"), rest_.size()));
    if (after.starts_with('\n')) {
      line_end_ = "\n";
    } else {
      delimiter_.insert(0, 1, '\r');
    }
  }

  void skip_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size()));
  }

  [[noreturn]] void fail(const std::string& what) const {
    const auto where = parts_.empty() ? std::string() : str(" (part ", parts_.size(), ")");
    throw Error("the multipart body " + what + where, {},
                "let an HTTP library write it: curl -F file=@NAME");
  }

  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  void read_headers() {
    const std::string_view begin = rest_;
    std::vector<std::string> names;
    encoding_.clear();
    while (!take(line_end_)) {
      const size_t end = rest_.substr(0, kHeaderBytes).find(line_end_);
      if (end == std::string_view::npos) fail("has a header that is too long, or does not end");
      names.push_back(read_header(rest_.substr(0, end)));
      rest_.remove_prefix(end + line_end_.size());
      if (names.size() > kHeaders || begin.size() - rest_.size() > kHeaderBytes) {
        fail(str("has more than ", kHeaders, " headers or ", kHeaderBytes, " bytes of them"));
      }
    }
    std::ranges::sort(names);
    if (std::ranges::adjacent_find(names) != names.end()) fail("has a header twice");
    if (!std::ranges::binary_search(names, "content-disposition")) {
      fail("has no header Content-Disposition");
    }
  }

  /// Reads a header and returns its name.
  std::string read_header(std::string_view line) {
    const auto is_control = [](char c) {
      return (c >= '\0' && c < ' ' && c != '\t') || c == '\x7F';
    };
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0 || std::ranges::any_of(line, is_control)) {
      fail("has a line that is not a header");
    }
    if (first_invalid_utf8(line)) fail("has a header that is not valid UTF-8");
    auto name = lower_ascii(line.substr(0, colon));
    const auto value = trimmed(line.substr(colon + 1));
    if (name == "content-disposition") read_disposition(value);
    if (name == "content-type") parts_.back().content_type = std::string(value);
    if (name == "content-transfer-encoding") encoding_ = lower_ascii(value);
    return name;
  }

  void read_disposition(std::string_view value) {
    const auto disposition = header_value_of_form(value);
    if (!disposition || (disposition->value != "form-data" && disposition->value != "attachment")) {
      fail("has a Content-Disposition that is not form-data");
    }
    const auto& parameters = disposition->parameters;
    const auto name = parameters.find("name");
    if (name == parameters.end()) fail("has no name");
    parts_.back().name = with_quotes(name->second);
    if (const auto encoded = parameters.find("filename*"); encoded != parameters.end()) {
      parts_.back().filename = without_folders(decoded_name(encoded->second));
    } else if (const auto plain = parameters.find("filename"); plain != parameters.end()) {
      parts_.back().filename = without_folders(with_quotes(plain->second));
    }
  }

  /// The name with its quotation marks, which browsers write as %22.
  static std::string with_quotes(std::string name) {
    constexpr std::string_view kQuote = "%22";
    for (size_t at = name.find(kQuote); at != std::string::npos; at = name.find(kQuote, at + 1)) {
      name.replace(at, kQuote.size(), 1, '"');
    }
    return name;
  }

  /// Decodes a name such as UTF-8''caf%C3%A9.txt (RFC 8187), which some libraries send.
  std::string decoded_name(std::string_view value) const {
    const size_t language = value.find('\'');
    const size_t text = value.find('\'', std::min(language, value.size() - 1) + 1);
    if (text == std::string_view::npos || lower_ascii(value.substr(0, language)) != "utf-8") {
      fail("has a filename* that is not in UTF-8");
    }
    auto name = without_percent_escapes(value.substr(text + 1));
    if (!name || first_invalid_utf8(*name)) fail("has a filename* that is not in UTF-8");
    const auto is_control = [](char c) { return (c >= '\0' && c < ' ') || c == '\x7F'; };
    if (std::ranges::any_of(*name, is_control)) fail("has a file name with control characters");
    return std::move(*name);
  }

  /// The name without folders: a client may send its local path, or attempt to write elsewhere.
  static std::string without_folders(const std::string& name) {
    const size_t slash = name.find_last_of("/\\");
    auto file = slash == std::string::npos ? name : name.substr(slash + 1);
    return file == "." || file == ".." ? "" : file;
  }

  void decode_body() {
    auto& part = parts_.back();
    if (encoding_.empty() || encoding_ == "binary" || encoding_ == "8bit" || encoding_ == "7bit") {
      return;
    }
    auto bytes = without_transfer_encoding(part.body, encoding_);
    if (!bytes) fail("does not have the Content-Transfer-Encoding that it names");
    part.decoded = std::make_shared<const std::string>(std::move(*bytes));
    part.body = *part.decoded;
  }

  std::string delimiter_;  // line end (that of the first boundary) and boundary
  std::string_view line_end_ = "\r\n";
  std::string_view rest_;
  std::string encoding_ = {};  // Content-Transfer-Encoding of the last part
  size_t most_;
  std::vector<MultipartPart> parts_;
};

}  // namespace

std::vector<MultipartPart> read_multipart(std::string_view content_type, std::string_view body,
                                          size_t most) {
  return MultipartReader(multipart_boundary(content_type), body, most).parts();
}

const MultipartPart* first_part(const std::vector<MultipartPart>& parts, std::string_view name) {
  const auto found = std::ranges::find(parts, name, &MultipartPart::name);
  return found == parts.end() ? nullptr : &*found;
}

}  // namespace regard::serve
