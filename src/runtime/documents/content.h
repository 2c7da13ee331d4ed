#pragma once
#include <string_view>

namespace regard::documents {

/// The type of a file according to its first bytes, as in messages: "a PDF document". Empty if they
/// do not tell, as for text.
std::string_view kind_of_content(std::string_view bytes);

}  // namespace regard::documents
