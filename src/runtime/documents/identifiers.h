#pragma once
#include <string_view>

namespace regard::documents {

/// Whether a value is a name that programs read, not words: en-US, nginx:latest, a.b, h1. Words
/// that a hyphen or a slash joins are text where the first has a capital letter: E-mail, Yes/No.
bool is_identifier(std::string_view value);

}  // namespace regard::documents
