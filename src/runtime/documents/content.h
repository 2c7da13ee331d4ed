#pragma once
#include <string_view>

namespace regard::documents {

/// What a file is by its first bytes, as messages name it: "a PDF document". Empty: they say
/// nothing, as those of texts.
std::string_view kind_of_content(std::string_view bytes);

}  // namespace regard::documents
