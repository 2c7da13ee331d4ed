#pragma once
#include <string_view>

#include "documents/encoding.h"

namespace regard::documents {

/// The charset name that a file declares: in its XML declaration, in an HTML <meta> or in the
/// header of a message catalog; in other files, after charset=. Empty if it declares none.
std::string_view declared_charset(std::string_view bytes, Declares declares);

}  // namespace regard::documents
