#pragma once
#include <string_view>

namespace regard::documents {

/// The file type that the first bytes indicate, worded for messages: "a PDF document". Empty if
/// they are inconclusive, as for text.
std::string_view kind_of_content(std::string_view bytes);

}  // namespace regard::documents
