#pragma once
#include <string_view>

namespace regard::documents {

/// Whether a file is in a language other than the model's: "de" beside "fr". Regions do not count,
/// nor codes of three letters for the same ("fra"). An empty one, which is not known, is not.
bool is_other_language(std::string_view declared, std::string_view of_model);

}  // namespace regard::documents
