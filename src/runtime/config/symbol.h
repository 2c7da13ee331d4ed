#pragma once
#include <optional>
#include <string>
#include <vector>

namespace regard::config {

/// Why a vocabulary cannot have this piece of the user's ("is empty"), or nothing. A tag of a text
/// is one of them.
std::optional<std::string> wrong_symbol(const std::string& symbol);

/// The same for a list, whose symbols must differ: "</s> is a special token already".
std::optional<std::string> wrong_symbol_of(const std::vector<std::string>& symbols);

}  // namespace regard::config
