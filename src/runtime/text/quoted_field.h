#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace regard::text {

/// The text of a field that a spreadsheet has quoted because it contains quotes, `"The dog,
/// ""Rex"""`. std::nullopt for any other field, such as a quotation.
std::optional<std::string> without_spreadsheet_quotes(std::string_view field);

}  // namespace regard::text
