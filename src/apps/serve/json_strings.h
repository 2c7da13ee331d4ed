#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regard::serve {

/// The strings of a JSON text that are values, not keys. They can be replaced without touching any
/// other byte: numbers, keys, their order and white space stay as they are written.
class JsonStrings {
 public:
  /// Nothing if `json`, which is valid UTF-8, is not JSON, or nested deeper than kRequestDepth.
  static std::optional<JsonStrings> of(std::string json);

  /// What the strings mean, in order.
  const std::vector<std::string>& texts() const { return texts_; }

  /// The JSON text with other strings, one for each. A string that means the same keeps its bytes.
  std::string with(const std::vector<std::string>& others) const;

 private:
  /// With its quotation marks.
  struct Place {
    size_t begin, end;
  };
  class Scanner;

  JsonStrings(std::string json, std::vector<Place> places);

  std::string json_;
  std::vector<Place> places_;
  std::vector<std::string> texts_;
};

}  // namespace regard::serve
