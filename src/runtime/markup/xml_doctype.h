#pragma once
#include <cstddef>
#include <string_view>

/// The document type declaration, which may declare entities in XML.
namespace regard::serve {

/// The offset after a comment, an instruction or a quoted value at `at`; `at` if there is none;
/// npos if it does not end.
size_t behind_opaque(std::string_view text, size_t at);

/// Size of the <!DOCTYPE ...> at the beginning of `text`; 0 if it is incomplete.
size_t doctype_size(std::string_view text);

}  // namespace regard::serve
