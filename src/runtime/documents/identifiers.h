#pragma once
#include <string_view>

namespace regard::documents {

/// Whether a value is an identifier rather than words: en-US, nginx:latest, a.b, h1. Words joined
/// by a hyphen or a slash are text if the first begins with a capital letter: E-mail, Yes/No.
bool is_identifier(std::string_view value);

}  // namespace regard::documents
