#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace regard::serve {

struct FormField {
  std::string name, value;

  bool operator==(const FormField&) const = default;
};

/// The fields of an application/x-www-form-urlencoded body or of a query string, in order; a name
/// may be there several times. A `%` that is not the beginning of %XX stands for itself. Throws an
/// Error for more than `most` fields, and for bytes that are not UTF-8.
std::vector<FormField> read_form(std::string_view body, size_t most = 1'000);

/// The value of the first field of this name, or nullptr.
const std::string* first_value(const std::vector<FormField>& fields, std::string_view name);

}  // namespace regard::serve
