#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regard::text {

/// A text escaped for a JSON string, without quotation marks. Invalid UTF-8 becomes U+FFFD.
std::string json_escaped(const std::string& text);

/// The strings of a JSON text that are values, not keys. These strings can be replaced without
/// changing any other byte: numbers, keys, order and white space stay as written. Values of keys
/// that begin with "@" are metadata (ARB, JSON-LD) and are excluded.
class JsonStrings {
 public:
  /// Allowed top-level values.
  enum class Top {
    structure,
    any
  };  // structure: an object or list; any: also a string or another value

  /// The strings of `json`, which must be valid UTF-8. std::nullopt if it is not JSON with a
  /// top-level value that `top` allows, or if it is nested more than 64 levels deep.
  static std::optional<JsonStrings> of(std::string json, Top top = Top::structure);

  /// Position of the first byte at which a text stops being valid JSON; its size if it is JSON.
  static size_t end_of_json(std::string_view text);

  /// Whether a text with this beginning may be JSON. False for a blank text.
  static bool may_begin(std::string_view text);

  /// The strings' values, in order. Unpaired surrogates become U+FFFD.
  const std::vector<std::string>& texts() const { return texts_; }

  /// A string as written, without its quotation marks.
  std::string_view written(size_t number) const;

  /// The text between the previous string and this one, including quotation marks. For `number`
  /// equal to the number of strings, the text after the last one.
  std::string_view before(size_t number) const;

  /// The JSON text with each string replaced by the corresponding one of `others`. A string with an
  /// unchanged value keeps its bytes.
  std::string with(const std::vector<std::string>& others) const;

 private:
  /// Position of a string, excluding its quotation marks.
  struct Place {
    size_t begin, end;
  };
  class Scanner;

  JsonStrings(std::string json, std::vector<Place> places);

  std::string json_;
  std::vector<Place> places_;
  std::vector<std::string> texts_;
};

}  // namespace regard::text
