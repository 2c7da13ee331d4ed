#pragma once
#include <string_view>

namespace regard::documents {

/// Whether a file's language differs from the model's: "de" and "fr". Regions and three-letter
/// codes ("fra") of the same language do not differ. An empty (unknown) language never differs.
bool is_other_language(std::string_view declared, std::string_view of_model);

}  // namespace regard::documents
