#include "text/json_strings.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/utf8.h"

namespace regard::text {
namespace {

constexpr int kDepth = 64;     // maximum nesting of lists and objects
constexpr size_t kDigits = 4;  // hexadecimal digits of an escape such as \u00E9

/// The code unit written as the hexadecimal digits at the beginning of `text`, which must be
/// present.
char32_t unit_of(std::string_view text) {
  char32_t unit = 0;
  for (const char c : text.substr(0, kDigits)) {
    unit = unit * 16 + static_cast<char32_t>(hexadecimal_value(c));
  }
  return unit;
}

bool is_high_surrogate(char32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low_surrogate(char32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

/// Appends the character whose \u escape has its digits at the start of `rest`. Returns the number
/// of bytes read. An unpaired surrogate becomes U+FFFD.
size_t append_escaped(std::string_view rest, std::string& text) {
  constexpr size_t kPair = 2 * kDigits + 2;
  const auto unit = unit_of(rest);
  if (!is_high_surrogate(unit) && !is_low_surrogate(unit)) {
    append_utf8(unit, text);
    return kDigits;
  }
  const bool has_second = rest.size() >= kPair && rest.substr(kDigits).starts_with("\\u");
  const auto second = has_second ? unit_of(rest.substr(kDigits + 2)) : U'\0';
  if (is_low_surrogate(unit) || !is_low_surrogate(second)) {
    append_utf8(U'\uFFFD', text);
    return kDigits;
  }
  append_utf8(0x10000 + ((unit - 0xD800) << 10U) + (second - 0xDC00), text);
  return kPair;
}

/// The value of a string, given without its quotation marks.
std::string unescaped(std::string_view written) {
  constexpr std::string_view kLetters = "bfnrt", kMeanings = "\b\f\n\r\t";
  std::string text;
  for (size_t at = 0; at < written.size(); ++at) {
    if (written[at] != '\\') {
      text += written[at];
      continue;
    }
    const char c = written[++at];
    if (c == 'u') {
      at += append_escaped(written.substr(at + 1), text);
      continue;
    }
    const size_t letter = kLetters.find(c);
    text += letter < kLetters.size() ? kMeanings[letter] : c;
  }
  return text;
}

}  // namespace

std::string json_escaped(const std::string& text) {
  const auto string =
      nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return string.substr(1, string.size() - 2);
}

/// Parses JSON according to RFC 8259 and records the positions of its strings.
class JsonStrings::Scanner {
 public:
  explicit Scanner(std::string_view json) : json_(json) {}

  /// Whether the whole text is a single object or list or, with Top::any, any other value.
  bool scan(Top top = Top::structure) {
    skip_space();
    if (top == Top::structure && next() != '{' && next() != '[') return false;
    if (!value(0)) return false;
    skip_space();
    return at_ == json_.size();
  }

  /// Whether a failed scan reached the end, so that more input might complete the JSON.
  bool has_read_all() const { return at_ >= json_.size(); }

  size_t at() const { return std::min(at_, json_.size()); }

  std::vector<Place> places;  ///< positions of the string values

 private:
  bool value(int depth) {
    skip_space();
    if (next() == '{') return depth < kDepth && object(depth);
    if (next() == '[') return depth < kDepth && list(depth);
    if (next() != '"') return word("true") || word("false") || word("null") || number();
    const size_t begin = at_ + 1;
    if (!string()) return false;
    places.push_back({.begin = begin, .end = at_ - 1});
    return true;
  }

  bool object(int depth) {
    ++at_;
    if (takes('}')) return true;
    do {
      skip_space();
      const bool is_metadata = json_.substr(at_).starts_with("\"@");
      const size_t count = places.size();
      if (!string() || !takes(':') || !value(depth + 1)) return false;
      if (is_metadata) places.resize(count);
    } while (takes(','));
    return takes('}');
  }

  bool list(int depth) {
    ++at_;
    if (takes(']')) return true;
    do {
      if (!value(depth + 1)) return false;
    } while (takes(','));
    return takes(']');
  }

  bool string() {
    if (next() != '"') return false;
    for (++at_; at_ < json_.size(); ++at_) {
      if (next() == '"') {
        ++at_;
        return true;
      }
      if (static_cast<unsigned char>(next()) < ' ') return false;
      if (next() == '\\' && !escape()) return false;
    }
    return false;
  }

  /// Reads an escape and leaves `at_` at its last character.
  bool escape() {
    ++at_;
    if (next() != 'u') return at_ < json_.size() && kEscapes.find(next()) != std::string_view::npos;
    const auto unit = json_.substr(std::min(at_ + 1, json_.size()), kDigits);
    at_ += kDigits;
    return unit.size() == kDigits &&
           std::ranges::all_of(unit, [](char c) { return hexadecimal_value(c) >= 0; });
  }

  bool number() {
    if (next() == '-') ++at_;
    if (next() == '0') {
      ++at_;
    } else if (!digits()) {
      return false;
    }
    if (next() == '.' && (++at_, !digits())) return false;
    if (next() != 'e' && next() != 'E') return true;
    ++at_;
    if (next() == '+' || next() == '-') ++at_;
    return digits();
  }

  bool digits() {
    const size_t begin = at_;
    while (is_ascii_digit(next())) ++at_;
    return at_ > begin;
  }

  bool word(std::string_view text) {
    const auto rest = json_.substr(at_, text.size());
    if (!text.starts_with(rest)) return false;
    at_ += rest.size();
    return rest.size() == text.size();
  }

  bool takes(char c) {
    skip_space();
    if (next() != c) return false;
    ++at_;
    return true;
  }

  void skip_space() { at_ = std::min(json_.find_first_not_of(" \t\r\n", at_), json_.size()); }
  /// The next character; a null character at the end of the input.
  char next() const { return at_ < json_.size() ? json_[at_] : '\0'; }

  static constexpr std::string_view kEscapes = "\"\\/bfnrt";

  std::string_view json_;
  size_t at_ = 0;
};

JsonStrings::JsonStrings(std::string json, std::vector<Place> places)
    : json_(std::move(json)), places_(std::move(places)) {
  for (size_t number = 0; number < places_.size(); ++number) {
    texts_.push_back(unescaped(written(number)));
  }
}

size_t JsonStrings::end_of_json(std::string_view text) {
  Scanner scanner(text);
  scanner.scan(Top::any);
  return scanner.at();
}

std::optional<JsonStrings> JsonStrings::of(std::string json, Top top) {
  Scanner scanner(json);
  if (!scanner.scan(top)) return {};
  return JsonStrings(std::move(json), std::move(scanner.places));
}

bool JsonStrings::may_begin(std::string_view text) {
  Scanner scanner(text);
  return !trimmed(text).empty() && (scanner.scan() || scanner.has_read_all());
}

std::string_view JsonStrings::before(size_t number) const {
  const size_t begin = number == 0 ? 0 : places_[number - 1].end;
  const size_t end = number == places_.size() ? json_.size() : places_[number].begin;
  return std::string_view(json_).substr(begin, end - begin);
}

std::string_view JsonStrings::written(size_t number) const {
  const auto& [begin, end] = places_[number];
  return std::string_view(json_).substr(begin, end - begin);
}

std::string JsonStrings::with(const std::vector<std::string>& others) const {
  std::string result;
  for (size_t number = 0; number < places_.size(); ++number) {
    result += before(number);
    if (others[number] == texts_[number]) {
      result += written(number);
    } else {
      result += json_escaped(others[number]);
    }
  }
  return result.append(before(places_.size()));
}

}  // namespace regard::text
