#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regard::text {

/// A text as a string of JSON has it, without quotation marks. Bytes that are not UTF-8 become
/// U+FFFD.
std::string json_escaped(const std::string& text);

/// The strings of a JSON text that are values, not keys. They can be replaced without touching any
/// other byte: numbers, keys, their order and white space stay as they are written. Whatever
/// belongs to a key that begins with "@" describes others (ARB, JSON-LD), and is not among them.
class JsonStrings {
 public:
  /// What a JSON text is.
  enum class Top { structure, any };  // an object or a list; a string or another value, too

  /// Nothing if `json`, which is valid UTF-8, is not a JSON object or list, or nested deeper than
  /// 64.
  static std::optional<JsonStrings> of(std::string json, Top top = Top::structure);

  /// The byte at which a text stops being JSON; its size if it is.
  static size_t end_of_json(std::string_view text);

  /// Whether a text with this beginning may be JSON. A blank one says nothing.
  static bool may_begin(std::string_view text);

  /// What the strings mean, in order. Half of a surrogate pair is U+FFFD.
  const std::vector<std::string>& texts() const { return texts_; }

  /// A string as it is written, without its quotation marks.
  std::string_view written(size_t number) const;

  /// What stands between the string before and this one, with the quotation marks; of the number of
  /// strings: what stands behind the last one.
  std::string_view before(size_t number) const;

  /// The JSON text with other strings, one for each. A string that means the same keeps its bytes.
  std::string with(const std::vector<std::string>& others) const;

 private:
  /// Without its quotation marks.
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
