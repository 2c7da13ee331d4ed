#pragma once
#include <cstddef>
#include <string_view>

/// The declaration of a document's type, which may declare entities in XML.
namespace regard::serve {

/// Behind what begins at `at`: a comment, an instruction or a quoted value; `at` if none does. Npos
/// if it does not end.
size_t behind_opaque(std::string_view text, size_t at);

/// Bytes of the <!DOCTYPE ...> that `text` begins with; 0 if it is not whole.
size_t doctype_size(std::string_view text);

}  // namespace regard::serve
