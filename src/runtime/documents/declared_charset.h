#pragma once
#include <string_view>

#include "documents/encoding.h"

namespace regard::documents {

/// The charset that a file says it is in, as it writes the name: by its XML declaration, a <meta>
/// of HTML or the head of a message catalogue; elsewhere, by charset=. Empty: it says none.
std::string_view declared_charset(std::string_view bytes, Declares declares);

}  // namespace regard::documents
