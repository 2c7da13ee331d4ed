#include "serve/json_strings.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "serve/request_body.h"

namespace regard::serve {

/// Reads JSON by the grammar of RFC 8259, and remembers where its strings are.
class JsonStrings::Scanner {
 public:
  explicit Scanner(std::string_view json) : json_(json) {}

  /// Whether all of it is one value.
  bool scan() {
    if (!value(0)) return false;
    skip_space();
    return at_ == json_.size();
  }

  std::vector<Place> places;  ///< of values

 private:
  bool value(int depth) {
    skip_space();
    if (next() == '{') return depth < kRequestDepth && object(depth);
    if (next() == '[') return depth < kRequestDepth && list(depth);
    if (next() != '"') return word("true") || word("false") || word("null") || number();
    const size_t begin = at_;
    if (!string()) return false;
    places.push_back({.begin = begin, .end = at_});
    return true;
  }

  bool object(int depth) {
    ++at_;
    if (takes('}')) return true;
    do {
      skip_space();
      if (!string() || !takes(':') || !value(depth + 1)) return false;
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

  /// Leaves `at_` at its last character.
  bool escape() {
    constexpr size_t kDigits = 4;
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
    if (!json_.substr(at_).starts_with(text)) return false;
    at_ += text.size();
    return true;
  }

  bool takes(char c) {
    skip_space();
    if (next() != c) return false;
    ++at_;
    return true;
  }

  void skip_space() { at_ = std::min(json_.find_first_not_of(" \t\r\n", at_), json_.size()); }
  /// The null character at the end.
  char next() const { return at_ < json_.size() ? json_[at_] : '\0'; }

  static constexpr std::string_view kEscapes = "\"\\/bfnrt";

  std::string_view json_;
  size_t at_ = 0;
};

JsonStrings::JsonStrings(std::string json, std::vector<Place> places)
    : json_(std::move(json)), places_(std::move(places)) {
  for (const auto& [begin, end] : places_) {
    texts_.push_back(
        parse_request(std::string_view(json_).substr(begin, end - begin)).get<std::string>());
  }
}

std::optional<JsonStrings> JsonStrings::of(std::string json) {
  Scanner scanner(json);
  if (!scanner.scan()) return {};
  return JsonStrings(std::move(json), std::move(scanner.places));
}

std::string JsonStrings::with(const std::vector<std::string>& others) const {
  std::string result;
  size_t at = 0;
  for (size_t number = 0; number < places_.size(); ++number) {
    if (others[number] == texts_[number]) continue;
    const auto& [begin, end] = places_[number];
    result += std::string_view(json_).substr(at, begin - at);
    result += json_text(others[number]);
    at = end;
  }
  return result + json_.substr(at);
}

}  // namespace regard::serve
